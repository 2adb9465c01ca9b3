// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofCryptography
package import WoofHTTP
package import WoofStorage

/// The parts that a service takes from its surroundings: the system's, unless a test harness gives others.
package struct ServiceEnvironment: Sendable {
  /// The source of the time.
  package var time: any TimeSource = SystemTimeSource()
  /// The source of randomness for the ids of photos, which also hold the time.
  package var random: any RandomSource = SystemRandomSource()
  /// The loops to run on, which then are not stopped with the service; `nil` for loops of its own.
  package var group: EventLoopGroup?
  /// Threads for what blocks; `nil` for threads of its own.
  package var workers: WorkerPool?
  /// Threads for passwords; `nil` for threads of its own.
  package var passwordWorkers: WorkerPool?
  /// The cost of a password's hash, whatever the configuration says; `nil` to follow it.
  package var passwordCost: PasswordHash.Cost?
  /// The files below the embedded stores.
  package var files: any FileSystem = SystemFileSystem()
  /// The name of a registered VFS below the embedded stores' database; `nil` for the system's files.
  package var databaseFileSystem: String?

  /// Makes the system's surroundings.
  package init() {}
}
