// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The invitations of an account, and what somebody with the address of one may know of it. No app password is taken for
/// them.
struct InvitationRoutes: Sendable {
  let invitations: Invitations
  /// The origins at which the service is found, for the addresses of invitations.
  let origins: OriginConfiguration
  /// The audit trail that records invitations; `nil` if nothing is recorded.
  let audit: AuditTrail?

  private static let path = "/v1/invitations"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, Self.path, signIn: .required, scopes: [], parameters: ["limit", "after"], handler: list),
      ServiceRoute(.post, Self.path, signIn: .required, scopes: [], handler: make),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, scopes: [], handler: revoke),
      ServiceRoute(
        .get, JoinPath.pattern, scopes: .all, responseFields: SharedPath.fields, handler: show),
    ]
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let page = try await invitations.invitations(
      of: try context.signedIn().id, after: try PageCursor.invitations(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }) {
      InvitationJSON.write($0, to: &$1)
    }
    return .unstoredJSON(200, bytes)
  }

  private func make(_ context: RouteContext) async throws -> HTTPResponse {
    let inviter = try context.signedIn()
    try invitations.requireInviter(inviter)
    guard let origin = origins.origin(of: context.request) else {
      throw WoofError(.invalidRequest, "Name the service in the field Host; the invitation's address begins with it.")
    }
    let terms = try InvitationJSON.terms(
      of: try await JSONBody.object(of: context.request, allowing: InvitationJSON.termNames))
    let id = invitations.nextID()
    return try await audit.perform(
      context.auditEntry("invitations.create", of: id, by: inviter.name, terms.auditDetails)
    ) {
      let (invitation, secret) = try await invitations.make(id, terms, by: inviter)
      let url = "\(origin)\(JoinPath.page(of: secret.text))"
      return .unstoredJSON(201, InvitationJSON.bytes(of: invitation, at: url, token: secret.text))
    }
  }

  private func revoke(_ context: RouteContext) async throws -> HTTPResponse {
    let inviter = try context.signedIn()
    guard let bytes = context.path.bytes(of: "id"), let id = InvitationID(utf8: bytes) else {
      throw WoofError.noSuchInvitation
    }
    return try await audit.perform(context.auditEntry("invitations.revoke", of: id, by: inviter.name)) {
      try await invitations.revoke(id, of: inviter.id)
      return HTTPResponse(204)
    }
  }

  /// Who invites, and nothing else: neither note nor numbers are for guests.
  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    let invitation = try await invitations.invitation(of: context)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("inviter")
    writer.value(invitation.inviter.name.text)
    writer.endObject()
    return .unstoredJSON(200, writer.bytes)
  }
}

/// The paths of what invitations open.
enum JoinPath {
  /// The parameter that has an invitation's secret.
  static let parameter = "token"
  /// The pattern of the path at which an invitation is looked at.
  static let pattern = "/v1/join/{\(parameter)}"
  /// The path of the page for people who sign up without an invitation.
  static let openPage = "/join"
  /// The pattern of the page of an invitation, for people.
  static let pagePattern = "\(openPage)/{\(parameter)}"

  /// The path of an invitation's page.
  static func page(of secret: String) -> String { "\(openPage)/\(secret)" }
}

extension Invitations {
  /// The invitation whose secret the path of a request has, as long as it lets somebody in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it does not, or signing up takes none.
  func invitation(of context: RouteContext) async throws -> Invitation {
    let secret = context.path.bytes(of: JoinPath.parameter).flatMap { AddressSecret($0) }
    guard policy.rule == .invitation, let invitation = try await openInvitation(of: secret) else {
      throw WoofError.noSuchInvitation
    }
    return invitation
  }
}

extension InvitationTerms {
  /// The details of a new invitation for the audit log.
  var auditDetails: [String: JSONValue] {
    let uses: [String: JSONValue] = ["useLimit": .integer(Int64(useLimit))]
    return note.isEmpty ? uses : uses.merging(["note": .string(note)]) { $1 }
  }
}
