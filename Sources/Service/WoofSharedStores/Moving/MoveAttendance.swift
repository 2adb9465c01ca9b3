// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
package import WoofModel
internal import WoofRecordCopy
package import WoofStorage
internal import WoofSystem

/// The steps of a move that its caller takes part in.
package struct MoveAttendance: Sendable {
  /// Is told how far the move has come; stops it by throwing.
  package var progress: StorageProgress.Observer
  /// Is called when all but little is there, to have the service stopped; with the id of its process, where that is known.
  package var stopService: @Sendable (_ process: Int?) -> Void
  /// Returns after a while, in which the service may stop.
  package var pause: @Sendable () async throws -> Void

  /// Makes an attendance; by default nothing stops the service, and pauses last half a second.
  package init(
    progress: @escaping StorageProgress.Observer = { _ in },
    stopService: @escaping @Sendable (Int?) -> Void = { _ in },
    pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(500)) }
  ) {
    (self.progress, self.stopService, self.pause) = (progress, stopService, pause)
  }
}

/// What there is to move.
package struct MovePlan: Hashable, Sendable {
  /// The number of blobs.
  package let blobCount: Int
  /// Their total size in bytes.
  package let blobByteCount: Int64
  /// The size of the records in bytes.
  package let recordByteCount: Int64
  /// `true` if the move has been begun, and would go on.
  package let isBegun: Bool
}

/// The result of a move.
package struct MoveSummary: Hashable, Sendable {
  /// The number of blobs that were copied.
  package var blobCount = 0
  /// Their total size in bytes.
  package var blobByteCount: Int64 = 0
  /// The rows that were carried over after the copy.
  package var carriedCount = 0
  /// The time from when nothing could be written any more until all was there.
  package var pause = Duration.zero
  /// Blobs that records refer to and that are missing or damaged where they come from too.
  package var missingBlobs: [Digest] = []
}

extension [RecordDifference] {
  /// Makes sure that there is none.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged`.
  func requireNone() throws(StorageError) {
    guard !isEmpty else { return }
    let list = map(\.description).joined(separator: "; ")
    throw StorageError(.damaged, "the copy differs, and nothing has been switched: \(list)")
  }
}

extension AuditCopy {
  /// Copies what a log has by now to the other side of a move, on a thread of its own.
  static func move(from source: any AuditStore, to target: any AuditStore) async throws {
    try await SystemThread.run(named: "woof-audit") {
      Result { try AuditCopy.run(from: source, to: target, goesOn: true) }
    }.get()
  }
}

/// What carries over the changes of one side of a move to the other.
protocol MoveFollowing {
  /// Carries over what has changed so far, with the blobs that belong to it.
  ///
  /// - Returns: The number of changes that have come meanwhile.
  mutating func carryOver() async throws -> Int
}

extension MoveFollowing {
  /// Carries over until few changes are left.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `in-use` where more changes come than can be carried over.
  mutating func catchUp() async throws {
    // So many changes are carried over in a moment; and a side that does not come as far in so many rounds never does.
    let (fewChanges, roundLimit) = (500, 100)
    for _ in 0..<roundLimit where try await carryOver() <= fewChanges { return }
    throw StorageError(.inUse, "more changes than can be carried over; begin again when the service has less to do")
  }

  /// Carries over, twice a second by default, until the side that changes has stopped.
  ///
  /// - Parameters:
  ///   - process: The process that is to be stopped; `nil` where it is not known.
  ///   - stopped: Returns something when it has.
  mutating func follow<Stopped>(
    _ attendance: MoveAttendance, stopping process: @autoclosure () -> Int?, until stopped: () throws -> Stopped?
  ) async throws -> Stopped {
    var hasAsked = false
    while true {
      if let stopped = try stopped() { return stopped }
      if !hasAsked { attendance.stopService(process()) }
      hasAsked = true
      try attendance.progress(StorageProgress(.awaitingStop))
      try await attendance.pause()
      _ = try await carryOver()
    }
  }
}
