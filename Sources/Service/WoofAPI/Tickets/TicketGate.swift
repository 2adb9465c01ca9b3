// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Finds the ticket that a request brings in its path.
struct TicketGate: Sendable {
  /// The tickets; `nil` where there are none.
  let tickets: UploadTickets?

  /// Returns the ticket of a path.
  ///
  /// - Parameter address: The client's address, for which it is looked up until it is known whose it is.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it is not there any more, `internal` or `unavailable`.
  func ticket(of path: HTTPPathParameters, for address: String) async throws -> UploadTicket {
    guard let tickets, let text = path.bytes(of: TicketPath.parameter), let secret = UploadTicketSecret(text) else {
      tickets?.noteRefusal()
      throw WoofError.noSuchTicket
    }
    return try await WorkClient.$current.withValue(.address(address)) { try await tickets.ticket(of: secret) }
  }
}

/// The paths at which photos are uploaded by tickets.
enum TicketPath {
  /// The parameter that has a ticket's secret.
  static let parameter = "ticket"
  /// The pattern of the path of a ticket.
  static let pattern = "\(folder)/{\(parameter)}"

  private static let folder = "/v1/uploads/by-ticket"

  /// The path of a ticket.
  static func path(of secret: String) -> String { "\(folder)/\(secret)" }
}
