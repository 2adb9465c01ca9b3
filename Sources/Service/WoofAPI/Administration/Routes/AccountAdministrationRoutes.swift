// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the admin API that list and change accounts.
struct AccountAdministrationRoutes: Sendable {
  let credentials: any CredentialStore
  let authenticator: Authenticator
  let store: any AdministrationStore
  /// Uploads that may be resumed; `nil` where none may.
  let uploads: ResumableUploads?
  let time: any TimeSource
  /// The limits for each account that has none of its own.
  let standardQuota: AccountQuota

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/accounts", parameters: ["after", "limit"], list),
      AdministrationRoute(.post, "/admin/v1/accounts", changing: "accounts.add", add),
      AdministrationRoute(.get, "/admin/v1/accounts/{name}") { context in
        try AdministrationResponse.json(200, try await account(context.text("name")))
      },
      AdministrationRoute(.patch, "/admin/v1/accounts/{name}", changing: "accounts.edit", edit),
      AdministrationRoute(
        .put, "/admin/v1/accounts/{name}/password", changing: "accounts.password", changePassword),
      AdministrationRoute(
        .delete, "/admin/v1/accounts/{name}", changing: "accounts.delete", isDestructive: true, delete),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let limit = try context.query.pageLimit()
    let after = try PageCursor.accounts(after: context.query["after"])
    let found = try await store.accounts(after: after, limit: limit + 1)
    var items: [AdminAccount] = []
    for summary in found.prefix(limit) { items.append(try await account(summary)) }
    return try AdministrationResponse.json(
      200, AdminPage(items: items, next: found.count > limit ? items.last?.name : nil))
  }

  private func add(_ context: AdministrationContext) async throws -> AdministrationChange {
    let members = try await context.secretMembers(["name", "password", "admin"])
    guard let name = AccountName(try members.text("name", "the name of the account")) else {
      throw RouteQuery.invalid("name", "A name is \(AccountName.rule).")
    }
    let password = try members.secret("password", "the password of the account")
    try PasswordRule.check(password, for: name, parameter: "password")
    let isAdministrator = try members.flag("admin") ?? false
    guard try await credentials.credential(of: name) == nil else {
      throw WoofError(.conflict, "There is an account \(name) already.")
    }
    return AdministrationChange(subject: name.text, details: ["admin": .bool(isAdministrator)]) {
      AdminPlan(summary: "adds the account \(name)\(isAdministrator ? ", an administrator" : "")", accountCount: 1)
    } perform: {
      _ = try await authenticator.addAccount(name, password: password, isAdministrator: isAdministrator)
      var response = try AdministrationResponse.json(201, try await account(name.text))
      response.fields.append(.location, "/admin/v1/accounts/\(name)")
      return response
    }
  }

  private func edit(_ context: AdministrationContext) async throws -> AdministrationChange {
    let name = try Self.name(try await account(context.text("name")).name)
    let members = try await context.members(["admin", "disabled", "quota"])
    let (isAdministrator, isDisabled) = (try members.flag("admin"), try members.flag("disabled"))
    let quota = try AccountQuotaPatch(of: members)
    guard isAdministrator != nil || isDisabled != nil || quota != nil else {
      throw RouteQuery.invalid("disabled", "Say what is to be changed: admin, disabled, quota.")
    }
    return AdministrationChange(subject: name.text, details: members) {
      var changes = isAdministrator.map { [$0 ? "makes it an administrator" : "makes it no administrator"] } ?? []
      if let isDisabled { changes.append(isDisabled ? "refuses its sign-in" : "lets it sign in") }
      if let quota { changes.append(quota.summary) }
      return AdminPlan(summary: "the account \(name): \(changes.joined(separator: ", "))", accountCount: 1)
    } perform: {
      if let isAdministrator { try await store.setAdministrator(isAdministrator, of: name) }
      if let isDisabled { try await credentials.setDisabled(isDisabled, of: name) }
      if let quota, let summary = try await store.summary(of: name) {
        try await store.setQuota(quota.applied(to: summary.quota), of: name)
      }
      return try AdministrationResponse.json(200, try await account(name.text))
    }
  }

  private func delete(_ context: AdministrationContext) async throws -> AdministrationChange {
    let account = try await credentials.account(context.text("name"))
    let (name, grace) = (account.name, store.deletionGrace)
    return AdministrationChange(subject: name.text) {
      guard let summary = try await store.summary(of: name) else { throw AdministrationErrors.noSuchAccount }
      let photos = "\(Int64(summary.photoCount).grouped) photo\(summary.photoCount == 1 ? "" : "s")"
      let until = time.now().advanced(bySeconds: grace.components.seconds)
      return AdminPlan(
        summary: "deletes the account \(name) for good, and its \(photos), \(summary.byteCount.grouped) bytes"
          + (grace > .zero ? "; the photos can be restored until \(until)" : ""),
        photoCount: summary.photoCount, accountCount: 1, byteCount: summary.byteCount, isReversible: false)
    } perform: {
      try await store.deleteAccount(name)
      return HTTPResponse(204)
    }
  }

  private func changePassword(_ context: AdministrationContext) async throws -> AdministrationChange {
    let name = try Self.name(try await account(context.text("name")).name)
    let members = try await context.secretMembers(["new"])
    let password = try members.secret("new", "the password that is to count")
    try PasswordRule.check(password, for: name)
    return AdministrationChange(subject: name.text) {
      AdminPlan(summary: "replaces the password of \(name)", accountCount: 1, isReversible: false)
    } perform: {
      try await authenticator.setPassword(of: name, to: password)
      return HTTPResponse(204)
    }
  }

  private func account(_ text: String) async throws -> AdminAccount {
    guard let summary = try await store.summary(of: try Self.name(text)) else {
      throw AdministrationErrors.noSuchAccount
    }
    return try await account(summary)
  }

  private func account(_ summary: AccountSummary) async throws -> AdminAccount {
    let account = summary.account
    var use = summary.use
    use.uploadCount = Int64(try await uploads?.openCount(of: account.id) ?? 0)
    return AdminAccount(
      name: account.name.text, isAdministrator: account.isAdministrator, isDisabled: account.isDisabled,
      createdAt: account.createdAt, photoCount: summary.photoCount, favouriteCount: summary.favouriteCount, used: use,
      quota: summary.quota.resolved(by: standardQuota),
      ownQuota: summary.quota == AccountQuota() ? nil : summary.quota)
  }

  private static func name(_ text: String) throws(WoofError) -> AccountName {
    guard let name = AccountName(text) else { throw AdministrationErrors.noSuchAccount }
    return name
  }
}

/// A change of an account's quota by an administrator: a merge-patch (RFC 7396) of what was set for the account.
struct AccountQuotaPatch: Sendable {
  /// Limits by their names; `nil` for what counts for all accounts.
  private let limits: [String: Int64?]

  private static let names = ["bytes", "photos", "uploads"]

  /// Reads the member `quota`; `nil` where it is not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  init?(of members: [String: JSONValue]) throws(WoofError) {
    switch members["quota"] {
    case nil: return nil
    case .null?: limits = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, Int64?.none) })
    case .object(let found)? where !found.isEmpty:
      var limits: [String: Int64?] = [:]
      for (name, value) in found { limits.updateValue(try Self.limit(name, value), forKey: name) }
      self.limits = limits
    default:
      throw RouteQuery.invalid(
        "quota", "The member must be an object of \(Self.names.joined(separator: ", ")), or null for what all have.")
    }
  }

  private static func limit(_ name: String, _ value: JSONValue) throws(WoofError) -> Int64? {
    guard names.contains(name) else {
      throw RouteQuery.invalid(name, "The quota has no such limit; there are \(names.joined(separator: ", ")).")
    }
    if case .null = value { return nil }
    guard let limit = AccountQuota.limit(value) else {
      throw RouteQuery.invalid(name, "A limit is a whole number from 0, \"unlimited\", or null for what all have.")
    }
    return limit
  }

  /// Returns the quota that is set for an account once the patch is applied to its present one.
  ///
  /// A limit that the patch does not name stays; one that it names as `nil` becomes `nil`, so that the limit of all
  /// accounts counts.
  func applied(to own: AccountQuota) -> AccountQuota {
    AccountQuota(
      byteCount: limits["bytes"] ?? own.byteCount, photoCount: limits["photos"] ?? own.photoCount,
      uploadCount: limits["uploads"] ?? own.uploadCount)
  }

  /// The change as a phrase for a plan, such as `sets its quota: bytes unlimited, photos as for all`.
  var summary: String {
    let parts = Self.names.compactMap { name -> String? in
      guard let limit = limits[name] else { return nil }
      return "\(name) \(limit.map { $0 == AccountQuota.unlimited ? "unlimited" : $0.grouped } ?? "as for all")"
    }
    return "sets its quota: \(parts.joined(separator: ", "))"
  }
}

extension CredentialStore {
  /// The account of a name in a path.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  func account(_ text: String) async throws -> Account {
    guard let name = AccountName(text), let credential = try await credential(of: name) else {
      throw AdministrationErrors.noSuchAccount
    }
    return credential.account
  }
}
