// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The input of a handler of the admin API: the request, and who sent it.
struct AdministrationContext: Sendable {
  /// The name of the sender in the audit log: an account's name, or `unix:` and a user of the machine.
  let who: String

  private let route: RouteContext

  init(_ route: RouteContext, who: String) {
    self.route = route
    self.who = who
  }

  var request: HTTPRequest { route.request }
  var query: RouteQuery { route.query }
  /// The account that signed in; `nil` at the socket, where the kernel says who asks.
  var principal: Principal? { route.principal }

  /// The text that the path has for a parameter.
  func text(_ name: String) -> String { route.path[name] ?? "" }

  /// The photo that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  func photoID() throws(WoofError) -> PhotoID { try route.photoID() }

  /// The members of the JSON object in the body, all of which are known.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``JSONBody``, and `invalid-parameter` for a member that is unknown.
  func members(_ names: [String]) async throws -> [String: JSONValue] {
    let types = request.method == .patch ? JSONBody.patchTypes : ["application/json"]
    return try await JSONBody.object(of: request, mediaTypes: types, allowing: names)
  }

  /// The account whose things a list is to have, as `owner` names it; `nil` for those of all.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func owner(in credentials: any CredentialStore) async throws -> AccountID? {
    guard let name = query["owner"] else { return nil }
    return try await credentials.account(name).id
  }

  /// The members of the JSON object in the body, which holds a password.
  ///
  /// - Throws: As ``SecretMembers/read(from:allowing:)``.
  func secretMembers(_ names: [String]) async throws -> SecretMembers {
    try await SecretMembers.read(from: request, allowing: names)
  }
}

extension [String: JSONValue] {
  /// A text among the members.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is missing or no text.
  func text(_ name: String, _ purpose: String) throws(WoofError) -> String {
    guard case .string(let text)? = self[name] else { throw RouteQuery.invalid(name, "The member must be \(purpose).") }
    return text
  }

  /// `true` or `false` among the members; `nil` where it is not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  func flag(_ name: String) throws(WoofError) -> Bool? {
    switch self[name] {
    case nil: nil
    case .bool(let flag)?: flag
    default: throw RouteQuery.invalid(name, "The member must be true or false.")
    }
  }
}
