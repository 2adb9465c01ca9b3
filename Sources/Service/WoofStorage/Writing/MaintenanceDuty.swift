// SPDX-License-Identifier: Apache-2.0

/// A duty of the maintenance thread, which works beside readers and the writer.
enum MaintenanceDuty: Hashable, Sendable {
  /// Copying the write-ahead log into the database.
  case checkpoint
  /// Removing blobs that nothing refers to any longer.
  case garbage
  /// Going on with what deleted accounts and photos have left.
  case deletions
}

/// The duties that the writer leaves to the maintenance thread. May be used from any thread.
protocol MaintenanceDuties: Sendable {
  /// Asks for a duty, which waits once however often it is asked for.
  func ask(for duty: MaintenanceDuty)

  /// Returns `true` if no request for a duty waits or is being carried out.
  func isDone(_ duty: MaintenanceDuty) -> Bool
}
