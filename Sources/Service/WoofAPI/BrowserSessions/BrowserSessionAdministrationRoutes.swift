// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of browser sessions, of all accounts: their list, and ending one.
struct BrowserSessionAdministrationRoutes: Sendable {
  let sessions: BrowserSessions
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/sessions", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(
        .delete, "/admin/v1/sessions/{id}", changing: "sessions.end", isDestructive: true, end),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await sessions.sessions(
      of: owner, after: try PageCursor.browserSessions(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200,
      AdminPage(items: page.items.map { AdminBrowserSession($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func end(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = BrowserSessionID(utf8: context.text("id").utf8) else { throw WoofError.noSuchBrowserSession }
    let session = try await sessions.session(id)
    let owner = session.account
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(owner.name.text)]) {
      AdminPlan(
        summary: "ends 1 session of \(owner.name) in a browser, where \(owner.name) has to sign in anew",
        accountCount: 1, isReversible: false)
    } perform: {
      try await sessions.end(id, of: owner.id)
      return HTTPResponse(204)
    }
  }
}

extension AdminBrowserSession {
  fileprivate init(_ session: BrowserSession) {
    self.init(
      id: "\(session.id)", owner: session.account.name.text, browser: session.device.browser,
      system: session.device.system, createdAt: session.createdAt, usedAt: session.usedAt,
      expiresAt: session.expiresAt)
  }
}
