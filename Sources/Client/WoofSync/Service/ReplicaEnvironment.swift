// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
internal import WoofCryptography
internal import WoofSystem

/// The surroundings of a replica, which tests and simulations can replace: clocks, randomness, files and threads.
package struct ReplicaEnvironment: Sendable {
  /// The time since some moment, which never goes back.
  package var now: @Sendable () -> Duration
  /// Waits until a moment of ``now``.
  package var sleep: @Sendable (_ until: Duration) async throws -> Void
  /// The time by the device's clock, which may be wrong and may jump. Nothing is decided by it.
  package var wallTime: @Sendable () -> Timestamp
  /// A number from 0 to 1 at random.
  package var random: @Sendable () -> Double
  /// So many bytes at random.
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The executor on which the replica's file is written; `nil` for a thread of the replica's own.
  package var executor: (any SerialExecutor)?
  /// The name of a registered VFS of SQLite; `nil` for the system's files.
  package var fileSystemName: String?
  /// Makes the files of a folder.
  package var files: @Sendable (_ folder: String) throws -> any ReplicaFiles

  /// Makes surroundings; each part is the system's by default.
  package init(
    now: (@Sendable () -> Duration)? = nil,
    sleep: (@Sendable (_ until: Duration) async throws -> Void)? = nil,
    wallTime: @escaping @Sendable () -> Timestamp = Self.systemTime,
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    randomBytes: @escaping @Sendable (Int) -> [UInt8] = Self.systemBytes,
    executor: (any SerialExecutor)? = nil, fileSystemName: String? = nil,
    files: @escaping @Sendable (_ folder: String) throws -> any ReplicaFiles = { try ReplicaFolder(at: $0) }
  ) {
    let start = ContinuousClock.now
    self.now = now ?? { ContinuousClock.now - start }
    self.sleep = sleep ?? { try await ContinuousClock().sleep(until: start + $0) }
    self.wallTime = wallTime
    self.random = random
    self.randomBytes = randomBytes
    self.executor = executor
    self.fileSystemName = fileSystemName
    self.files = files
  }

  /// The time of the system's clock.
  package static func systemTime() -> Timestamp {
    Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  /// Random bytes of the system.
  package static func systemBytes(_ count: Int) -> [UInt8] { SystemRandomSource().bytes(count) }

  /// A new id for a picture that is not uploaded yet; it sorts by the time at which it was made.
  func newPhotoID() -> PhotoID {
    let bytes = randomBytes(10)
    let words = [bytes[..<2], bytes[2...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return PhotoID(madeAt: wallTime(), counter: words[0], random: words[1])
  }

  /// Text of 32 hexadecimal digits at random.
  func newName() -> String {
    Hexadecimal.text(of: randomBytes(16))
  }
}

/// Runs the jobs of a replica's actor one after the other, on a queue of its own: they wait for the disk.
final class ReplicaExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "woof-replica")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
