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
    let types = request.method == .patch ? ["application/merge-patch+json", "application/json"] : ["application/json"]
    let members = try await JSONBody.object(of: request, mediaTypes: types, upTo: Self.bodyLimit)
    if let unknown = members.keys.sorted().first(where: { !names.contains($0) }) {
      throw RouteQuery.invalid(unknown, "The member is unknown; there are \(names.joined(separator: ", ")).")
    }
    return members
  }

  /// The members of the JSON object in the body, which holds a password.
  ///
  /// - Throws: As ``SecretMembers/read(from:allowing:)``.
  func secretMembers(_ names: [String]) async throws -> SecretMembers {
    try await SecretMembers.read(from: request, allowing: names)
  }

  static let bodyLimit = 64 * 1024
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
