// SPDX-License-Identifier: Apache-2.0

/// The progress of long work on the stores.
package struct StorageProgress: Hashable, Sendable {
  /// The steps of work on the stores.
  package enum Step: Hashable, Sendable {
    /// The records are being copied.
    case copyingRecords
    /// The records are being checked.
    case checkingRecords
    /// The blobs are being copied.
    case copyingBlobs
    /// The blobs are being checked.
    case checkingBlobs
    /// What changes meanwhile is being carried over.
    case followingChanges
    /// The work waits until the service has stopped.
    case awaitingStop
    /// The work waits until everything written is on the disk.
    case finishing
  }

  /// The current step.
  package var step: Step
  /// The amount of work done in the step, in bytes, or in pages when records are copied.
  package var done: Int64
  /// The total amount of work in the step, in the same unit; 0 if it is not known.
  package var total: Int64

  /// Makes a report.
  package init(_ step: Step, done: Int64 = 0, total: Int64 = 0) {
    self.step = step
    self.done = done
    self.total = total
  }

  /// The closure that is told of progress; called often, and from any thread. It can throw `CancellationError` to stop
  /// the work, which then fails as ``StorageError/Code/cancelled`` and leaves nothing that is half made.
  package typealias Observer = @Sendable (StorageProgress) throws -> Void
}
