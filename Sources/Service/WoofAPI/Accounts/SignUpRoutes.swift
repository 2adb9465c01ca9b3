// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// Signing up, where the configuration lets everybody do that, or whoever has an invitation.
struct SignUpRoutes: Sendable {
  let authenticator: Authenticator
  /// The invitations; `nil` where there are none.
  let invitations: Invitations?
  let document: AccountJSON
  /// The rule for who may add an account.
  let rule: SignUpPolicy.Rule
  /// The audit trail that records changes of accounts; `nil` if nothing is recorded.
  let audit: AuditTrail?

  var routes: [ServiceRoute] { [ServiceRoute(.post, "/v1/accounts", handler: signUp)] }

  /// The way in which somebody comes in.
  private enum Admission: Sendable {
    case open
    case invitation(Invitation, AddressSecret, Invitations)

    var auditDetails: [String: JSONValue] {
      switch self {
      case .open: ["by": "sign-up"]
      case .invitation(let invitation, _, _):
        [
          "by": "invitation", "invitation": .string("\(invitation.id)"),
          "inviter": .string(invitation.inviter.name.text),
        ]
      }
    }
  }

  private func signUp(_ context: RouteContext) async throws -> HTTPResponse {
    guard rule != .off else {
      throw WoofError(.forbidden, "Nobody can sign up here; ask whoever runs this service for an account.")
    }
    let members = try await SecretMembers.read(from: context.request, allowing: ["name", "password", "invitation"])
    guard let name = AccountName(try members.text("name", "the name of the account")) else {
      throw RouteQuery.invalid("name", "A name is \(AccountName.rule).")
    }
    let password = try members.secret("password", "the password of the account")
    let address = context.request.client.address
    let token = try members.optionalSecret("invitation", "what an invitation's address ends with") ?? nil
    let admission = try await admission(by: token, from: address)
    let draft = try await authenticator.prepareSignUp(name, password: password, address: address)
    let entry = context.auditEntry("accounts.add", of: name, by: name, admission.auditDetails)
    return try await audit.perform(entry) {
      let account =
        switch admission {
        case .open: try await authenticator.addAccount(draft)
        case .invitation(_, let secret, let invitations): try await invitations.addAccount(draft, by: secret)
        }
      let summary = AccountSummary(account: account, photoCount: 0, favouriteCount: 0)
      var response = PhotoResponse.json(201, document.bytes(of: summary, uploadCount: 0))
      response.fields.append(.location, "/v1/me")
      return response
    }
  }

  /// Finds out if somebody may come in. Names and passwords are looked at after that, so that nobody without an invitation
  /// learns which names there are.
  private func admission(by token: WipedBytes?, from address: String) async throws -> Admission {
    guard rule == .invitation else { return .open }
    guard let token else {
      throw WoofError(
        .forbidden, "Signing up here takes an invitation; ask somebody who has an account for one.",
        details: ["reason": "invitation"])
    }
    guard let invitations else { throw WoofError.notInvited }
    let secret = token.withUnsafeBytes { AddressSecret($0) }
    let found = try await authenticator.countingFailures(from: address) {
      try await invitations.openInvitation(of: secret)
    }
    guard let found, let secret else { throw WoofError.notInvited }
    return .invitation(found, secret, invitations)
  }
}
