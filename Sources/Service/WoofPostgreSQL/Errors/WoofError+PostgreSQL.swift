// SPDX-License-Identifier: Apache-2.0

package import WoofModel

extension WoofError {
  /// The seconds after which a client tries again where the database did not do its work.
  private static let pauseInSeconds = 1

  /// The error that a client sees for a call to PostgreSQL that failed.
  package init(_ error: PostgreSQLError, fileID: String = #fileID, line: Int = #line) {
    switch error.code {
    case .diskFull:
      self.init(
        .insufficientStorage, "The service has no room left; try again later.", cause: error, fileID: fileID, line: line
      )
    case .outcomeUnknown, .closed, .transient, .connectionLost, .unreachable, .overloaded, .timedOut:
      self.init(
        .unavailable, "The service cannot reach its database; try again.", retryAfter: Self.pauseInSeconds,
        cause: error, fileID: fileID, line: line)
    default:
      self.init(.internal, "The service could not use its database.", cause: error, fileID: fileID, line: line)
    }
  }
}
