// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of invitations, of all accounts: their list, making one in an account's name, and revoking one.
struct InvitationAdministrationRoutes: Sendable {
  let invitations: Invitations
  let credentials: any CredentialStore
  /// The origins at which the service is found, for the addresses of invitations.
  let origins: OriginConfiguration

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/invitations", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(.post, "/admin/v1/invitations", changing: "invitations.create", create),
      AdministrationRoute(
        .delete, "/admin/v1/invitations/{id}", changing: "invitations.revoke", isDestructive: true, revoke),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await invitations.invitations(
      of: owner, after: try PageCursor.invitations(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200,
      AdminPage(items: page.items.map { AdminInvitation($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func create(_ context: AdministrationContext) async throws -> AdministrationChange {
    let members = try await context.members(["owner"] + InvitationJSON.termNames)
    let owner = try await credentials.account(try members.text("owner", "the name of the account that invites"))
    let inviter = Principal(owner)
    try invitations.requireInviter(inviter)
    let terms = try InvitationJSON.terms(of: members)
    let id = invitations.nextID()
    let details: [String: JSONValue] = ["owner": .string(owner.name.text)]
    return AdministrationChange(subject: "\(id)", details: details.merging(terms.auditDetails) { $1 }) {
      AdminPlan(
        summary: "invites in the name of \(owner.name), for \(terms.useLimit) account\(terms.useLimit == 1 ? "" : "s")",
        accountCount: 1)
    } perform: {
      let (invitation, secret) = try await invitations.make(id, terms, by: inviter)
      var made = AdminInvitation(invitation)
      // At the socket no request says where people find the service.
      let origin = context.principal == nil ? origins.own.first : origins.origin(of: context.request)
      made.url = "\(origin.map { "\($0)" } ?? "")\(JoinPath.page(of: secret.text))"
      return try AdministrationResponse.json(201, made)
    }
  }

  private func revoke(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = InvitationID(utf8: context.text("id").utf8) else { throw WoofError.noSuchInvitation }
    let invitation = try await invitations.invitation(id)
    let owner = invitation.inviter
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(owner.name.text)]) {
      AdminPlan(
        summary: "revokes 1 invitation of \(owner.name), used \(invitation.useCount) of \(invitation.useLimit) times; "
          + "accounts that came by it stay",
        accountCount: 1, isReversible: false)
    } perform: {
      try await invitations.revoke(id, of: owner.id)
      return HTTPResponse(204)
    }
  }
}

extension AdminInvitation {
  fileprivate init(_ invitation: Invitation) {
    self.init(
      id: "\(invitation.id)", owner: invitation.inviter.name.text,
      note: invitation.note.isEmpty ? nil : invitation.note, createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt, useLimit: invitation.useLimit, useCount: invitation.useCount,
      accounts: invitation.newcomers.map(\.text))
  }
}
