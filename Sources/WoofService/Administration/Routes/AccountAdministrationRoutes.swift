internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The accounts.
struct AccountAdministrationRoutes: Sendable {
  let credentials: any CredentialStore
  let authenticator: Authenticator

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/accounts", parameters: ["after", "limit"], list),
      AdministrationRoute(.post, "/admin/v1/accounts", changing: "accounts.add", add),
      AdministrationRoute(.get, "/admin/v1/accounts/{name}") { context in
        try AdministrationAnswer.json(200, try await account(context.text("name")))
      },
      AdministrationRoute(.patch, "/admin/v1/accounts/{name}", changing: "accounts.edit", edit),
      AdministrationRoute(
        .put, "/admin/v1/accounts/{name}/password", changing: "accounts.password", changePassword),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let accounts = try await credentials.accounts().map { AdminAccount($0) }
    return try AdministrationAnswer.page(accounts, by: \.name, context.query)
  }

  private func add(_ context: AdministrationContext) async throws -> AdministrationChange {
    let members = try await context.members(["name", "password", "admin"])
    guard let name = AccountName(try members.text("name", "the name of the account")) else {
      throw RouteQuery.invalid("name", "A name is \(AccountName.rule).")
    }
    let password = try PasswordRule.checked(try members.text("password", "the password of the account"))
    let isAdministrator = try members.flag("admin") ?? false
    guard try await credentials.credential(of: name) == nil else {
      throw WoofError(.conflict, "There is an account \(name) already.")
    }
    return AdministrationChange(subject: name.text, details: ["admin": .bool(isAdministrator)]) {
      AdminPlan(summary: "adds the account \(name)\(isAdministrator ? ", an administrator" : "")", accountCount: 1)
    } perform: {
      _ = try await authenticator.addAccount(name, password: password, isAdministrator: isAdministrator)
      var response = try AdministrationAnswer.json(201, try await account(name.text))
      response.fields.append(.location, "/admin/v1/accounts/\(name)")
      return response
    }
  }

  private func edit(_ context: AdministrationContext) async throws -> AdministrationChange {
    let name = try await account(context.text("name")).name
    let members = try await context.members(["disabled"])
    let isDisabled = try members.flag("disabled")
    guard let isDisabled else { throw RouteQuery.invalid("disabled", "Say what is to be changed.") }
    return AdministrationChange(subject: name, details: members) {
      AdminPlan(summary: "\(isDisabled ? "forbids" : "allows") \(name) to sign in", accountCount: 1)
    } perform: {
      try await credentials.setDisabled(isDisabled, of: try Self.name(name))
      return try AdministrationAnswer.json(200, try await account(name))
    }
  }

  private func changePassword(_ context: AdministrationContext) async throws -> AdministrationChange {
    let name = try Self.name(try await account(context.text("name")).name)
    let members = try await context.members(["new"])
    let password = try PasswordRule.checked(try members.text("new", "the password that is to count"))
    return AdministrationChange(subject: name.text) {
      AdminPlan(summary: "replaces the password of \(name)", accountCount: 1, isReversible: false)
    } perform: {
      try await authenticator.setPassword(of: name, to: password)
      return HTTPResponse(204)
    }
  }

  private func account(_ text: String) async throws -> AdminAccount {
    guard let credential = try await credentials.credential(of: try Self.name(text)),
      let summary = try await credentials.summary(of: credential.account.id)
    else { throw Self.unknown }
    return AdminAccount(summary)
  }

  private static func name(_ text: String) throws(WoofError) -> AccountName {
    guard let name = AccountName(text) else { throw unknown }
    return name
  }

  private static var unknown: WoofError { WoofError(.notFound, "There is no account of this name.") }
}

extension AdminAccount {
  /// Makes the account that administrators see.
  init(_ summary: AccountSummary) {
    let account = summary.account
    self.init(
      name: account.name.text, isAdministrator: account.isAdministrator, isDisabled: account.isDisabled,
      createdAt: account.createdAt, photoCount: summary.photoCount, favouriteCount: summary.favouriteCount)
  }
}
