// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of upload tickets, of all accounts: their list, and revoking one.
struct TicketAdministrationRoutes: Sendable {
  let tickets: UploadTickets
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/tickets", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(
        .delete, "/admin/v1/tickets/{id}", changing: "tickets.revoke", isDestructive: true, revoke),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await tickets.tickets(
      of: owner, after: try PageCursor.tickets(after: context.query["after"]), limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200, AdminPage(items: page.items.map { AdminTicket($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func revoke(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = UploadTicketID(utf8: context.text("id").utf8) else { throw WoofError.noSuchTicket }
    let ticket = try await tickets.ticket(id)
    let owner = ticket.owner
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(owner.name.text)]) {
      let state = ticket.use == nil ? "a photo" : "a photo that is there and stays"
      return AdminPlan(
        summary: "revokes 1 upload ticket of \(owner.name), for \(state), \(ticket.photo.byteCount.grouped) bytes",
        accountCount: 1, isReversible: false)
    } perform: {
      try await tickets.revoke(id, of: owner.id)
      return HTTPResponse(204)
    }
  }
}

extension AdminTicket {
  fileprivate init(_ ticket: UploadTicket) {
    self.init(
      id: "\(ticket.id)", owner: ticket.owner.name.text, digest: ticket.photo.digest,
      byteCount: ticket.photo.byteCount, contentType: MediaType(ticket.photo.type), caption: ticket.photo.caption,
      visibility: ticket.photo.visibility, createdAt: ticket.createdAt, expiresAt: ticket.expiresAt,
      photo: ticket.use?.photo)
  }
}
