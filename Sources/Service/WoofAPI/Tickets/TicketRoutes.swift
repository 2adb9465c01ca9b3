// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The tickets of an account, with which photos are uploaded without its credential.
struct TicketRoutes: Sendable {
  let tickets: UploadTickets
  let quotas: QuotaGate
  /// The origins at which the service is found, for the addresses of tickets.
  let origins: OriginConfiguration
  let defaultVisibility: Visibility
  /// The audit trail that records tickets; `nil` if nothing is recorded.
  let audit: AuditTrail?

  private static let path = "/v1/uploads/tickets"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.post, Self.path, signIn: .required, scopes: .upload, handler: issue),
      ServiceRoute(
        .get, Self.path, signIn: .required, scopes: [.read, .upload], parameters: ["limit", "after"], handler: list),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, scopes: .upload, handler: revoke),
    ]
  }

  private func issue(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    guard let origin = origins.origin(of: context.request) else {
      throw WoofError(.invalidRequest, "Name the service in the field Host; the ticket's address begins with it.")
    }
    let photo = try await TicketJSON.read(
      from: context.request, byteLimit: quotas.intake.limits.originalByteCount, defaultVisibility: defaultVisibility)
    _ = try await quotas.admit(
      byteCount: photo.byteCount, PhotoUpload.Details(expectedDigest: photo.digest), of: owner)
    let id = tickets.nextID()
    let entry = context.auditEntry(
      "tickets.issue", of: id, by: owner.name,
      ["digest": .string(photo.digest.description), "byteCount": .integer(photo.byteCount)])
    return try await audit.perform(entry) {
      let (ticket, secret) = try await tickets.issue(id, for: photo, to: owner)
      let url = "\(origin)\(TicketPath.path(of: secret.text))"
      return .unstoredJSON(201, TicketJSON.bytes(of: ticket, at: url))
    }
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let page = try await tickets.tickets(
      of: try context.signedIn().id, after: try PageCursor.tickets(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return .unstoredJSON(200, TicketJSON.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func revoke(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    guard let bytes = context.path.bytes(of: "id"), let id = UploadTicketID(utf8: bytes) else {
      throw WoofError.noSuchTicket
    }
    return try await audit.perform(context.auditEntry("tickets.revoke", of: id, by: owner.name)) {
      try await tickets.revoke(id, of: owner.id)
      return HTTPResponse(204)
    }
  }
}
