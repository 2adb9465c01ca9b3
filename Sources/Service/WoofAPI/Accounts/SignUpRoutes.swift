// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Signing up, where the configuration lets everybody do that.
struct SignUpRoutes: Sendable {
  let authenticator: Authenticator
  let document: AccountJSON
  /// `true` if accounts are added for whoever asks.
  let isOpen: Bool
  /// The audit trail that records changes of accounts; `nil` if nothing is recorded.
  let audit: AuditTrail?

  var routes: [ServiceRoute] { [ServiceRoute(.post, "/v1/accounts", handler: signUp)] }

  private func signUp(_ context: RouteContext) async throws -> HTTPResponse {
    guard isOpen else {
      throw WoofError(.forbidden, "Nobody can sign up here; ask whoever runs this service for an account.")
    }
    let members = try await SecretMembers.read(from: context.request, allowing: ["name", "password"])
    guard let name = AccountName(try members.text("name", "the name of the account")) else {
      throw RouteQuery.invalid("name", "A name is \(AccountName.rule).")
    }
    let address = context.request.client.address
    let draft = try await authenticator.prepareSignUp(
      name, password: try members.secret("password", "the password of the account"), address: address)
    let entry = AuditRequest(
      who: name.text, action: "accounts.add", subject: name.text,
      details: ["address": .string(address), "by": "sign-up"])
    return try await audit.perform(entry) {
      let account = try await authenticator.addAccount(draft)
      let summary = AccountSummary(account: account, photoCount: 0, favouriteCount: 0)
      var response = PhotoResponse.json(201, document.bytes(of: summary, uploadCount: 0))
      response.fields.append(.location, "/v1/me")
      return response
    }
  }
}
