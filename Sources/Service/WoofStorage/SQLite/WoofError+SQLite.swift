// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import WoofModel

extension WoofError {
  /// The error that a client sees for a call to SQLite that failed.
  init(_ error: SQLiteError, fileID: String = #fileID, line: Int = #line) {
    switch error.code {
    case _ where error.isOutOfSpace:
      self = .noRoom(error, fileID: fileID, line: line)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .unavailable, "The service is busy; try again.", retryAfter: 1, cause: error, fileID: fileID, line: line)
    default:
      self.init(.internal, "The service could not use its database.", cause: error, fileID: fileID, line: line)
    }
  }

  /// The error of something for which the disk's reserve is not kept.
  static var noRoomLeft: WoofError {
    WoofError(.insufficientStorage, "The service has no room left; try again later.")
  }

  private static func noRoom(_ error: SQLiteError, fileID: String, line: Int) -> WoofError {
    WoofError(
      .insufficientStorage, "The service has no room left; try again later.", cause: error, fileID: fileID, line: line)
  }
}
