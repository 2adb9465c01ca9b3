// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The identity of the running service: its version, process, addresses and data folder.
package struct AdminStatus: Codable, Hashable, Sendable {
  /// The service's version.
  package var version: String
  /// The process id of the service.
  package var processID: Int32
  /// The time at which the process started.
  package var startedAt: Timestamp
  /// The addresses at which the service listens, as URLs, or as `unix:` and a path.
  package var addresses: [String]
  /// The path of the data folder.
  package var folder: String
  /// A number that grows with every change that administrators make to the configuration.
  package var configurationVersion: Int64

  /// Makes a status.
  package init(
    version: String, processID: Int32, startedAt: Timestamp, addresses: [String], folder: String,
    configurationVersion: Int64
  ) {
    self.version = version
    self.processID = processID
    self.startedAt = startedAt
    self.addresses = addresses
    self.folder = folder
    self.configurationVersion = configurationVersion
  }
}
