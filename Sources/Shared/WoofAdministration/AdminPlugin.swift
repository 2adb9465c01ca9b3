// SPDX-License-Identifier: Apache-2.0

/// A plugin that was found, as administrators see it.
package struct AdminPlugin: Codable, Hashable, Sendable {
  /// The states of a plugin.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// It is in the chain, and has a worker.
    case running
    /// It is in the chain, and has no worker at the moment.
    case idle
    /// It was found, and the configuration does not name it.
    case unused
    /// An administrator has disabled it.
    case disabled
    /// It failed too often; it is tried again by itself.
    case backingOff = "backing-off"
    /// It must not be loaded; ``AdminPlugin/problem`` says why.
    case refused
  }

  /// The name of the plugin's library.
  package var name: String
  /// The version; absent where the manifest could not be read.
  package var version: String?
  /// The path of the plugin's folder.
  package var folder: String
  /// The current state.
  package var state: State
  /// Its place in the chain, from 1; absent where it is not in it.
  package var position: Int?
  /// The number of workers that are running.
  package var workerCount: Int
  /// The number of jobs that the plugin has completed.
  package var jobCount: Int
  /// The number of failed attempts at jobs.
  package var failureCount: Int
  /// The reason why it is not used, where it should be; otherwise `nil`.
  package var problem: String?

  /// Makes a description.
  package init(
    name: String, version: String?, folder: String, state: State, position: Int? = nil, workerCount: Int = 0,
    jobCount: Int = 0, failureCount: Int = 0, problem: String? = nil
  ) {
    self.name = name
    self.version = version
    self.folder = folder
    self.state = state
    self.position = position
    self.workerCount = workerCount
    self.jobCount = jobCount
    self.failureCount = failureCount
    self.problem = problem
  }
}
