// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the audit log: reading its entries, and verifying it.
struct AuditRoutes: Sendable {
  let audit: AuditLog

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/audit", parameters: ["after", "limit"], list),
      AdministrationRoute(.post, "/admin/v1/audit/verify") { _ in
        try AdministrationResponse.json(200, try await audit.verify())
      },
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let end = try PageCursor.audit(after: context.query["after"])
    let page = try await audit.entries(before: end, limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200, AdminPage(items: page.entries, next: page.next.map { PageCursor.text(ofAuditOffset: $0) }))
  }
}
