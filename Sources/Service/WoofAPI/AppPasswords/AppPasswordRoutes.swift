// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The passwords that an account gives to apps. Whoever signed in with one of them neither sees nor makes any, and may
/// revoke just that one.
struct AppPasswordRoutes: Sendable {
  let passwords: AppPasswords
  /// The audit trail that records app passwords; `nil` if nothing is recorded.
  let audit: AuditTrail?

  private static let path = "/v1/me/app-passwords"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, Self.path, signIn: .required, scopes: [], parameters: ["limit", "after"], handler: list),
      ServiceRoute(.post, Self.path, signIn: .required, scopes: [], handler: make),
      ServiceRoute(.delete, "\(Self.path)/current", signIn: .required, scopes: .all, handler: revokeCurrent),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, scopes: [], handler: revoke),
    ]
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let page = try await passwords.appPasswords(
      of: try context.signedIn().id, after: try PageCursor.appPasswords(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }) {
      AppPasswordJSON.write($0, to: &$1)
    }
    return .unstoredJSON(200, bytes)
  }

  private func make(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let draft = try await AppPasswordJSON.draft(from: context.request)
    let id = passwords.nextID()
    let details: [String: JSONValue] = [
      "name": .string(draft.name), "scopes": .array(draft.scopes.names.map { .string($0) }),
    ]
    return try await audit.perform(context.auditEntry("app-passwords.create", of: id, by: principal.name, details)) {
      let (password, secret) = try await passwords.make(
        id, named: draft.name, for: draft.scopes, until: draft.expiresAt, by: principal)
      return .unstoredJSON(201, AppPasswordJSON.bytes(of: password, secret: secret.text))
    }
  }

  private func revoke(_ context: RouteContext) async throws -> HTTPResponse {
    guard let bytes = context.path.bytes(of: "id"), let id = AppPasswordID(utf8: bytes) else {
      throw WoofError.noSuchAppPassword
    }
    return try await revoke(id, context)
  }

  private func revokeCurrent(_ context: RouteContext) async throws -> HTTPResponse {
    guard let grant = try context.signedIn().appPassword else {
      throw WoofError(
        .notFound, "This is the password of the account and no app password; there is nothing to revoke.")
    }
    return try await revoke(grant.id, context)
  }

  private func revoke(_ id: AppPasswordID, _ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    return try await audit.perform(context.auditEntry("app-passwords.revoke", of: id, by: principal.name)) {
      try await passwords.revoke(id, of: principal.id)
      return HTTPResponse(204)
    }
  }
}
