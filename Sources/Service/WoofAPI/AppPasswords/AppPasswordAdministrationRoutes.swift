// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of app passwords, of all accounts: their list, and revoking one.
struct AppPasswordAdministrationRoutes: Sendable {
  let passwords: AppPasswords
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/app-passwords", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(
        .delete, "/admin/v1/app-passwords/{id}", changing: "app-passwords.revoke", isDestructive: true, revoke),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await passwords.appPasswords(
      of: owner, after: try PageCursor.appPasswords(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200, AdminPage(items: page.items.map { AdminAppPassword($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func revoke(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = AppPasswordID(utf8: context.text("id").utf8) else { throw WoofError.noSuchAppPassword }
    let password = try await passwords.appPassword(id)
    let owner = password.account
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(owner.name.text)]) {
      AdminPlan(
        summary: "revokes 1 app password of \(owner.name), called \(password.name); who has it has to sign in anew",
        accountCount: 1, isReversible: false)
    } perform: {
      try await passwords.revoke(id, of: owner.id)
      return HTTPResponse(204)
    }
  }
}

extension AdminAppPassword {
  fileprivate init(_ password: AppPassword) {
    self.init(
      id: "\(password.id)", owner: password.account.name.text, name: password.name, scopes: password.scopes,
      createdAt: password.createdAt, expiresAt: password.expiresAt, usedAt: password.usedAt)
  }
}
