// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The input of a route's handler: the request, the parts of its path, its checked query, and the account that signed
/// in.
struct RouteContext: Sendable {
  let request: HTTPRequest
  let path: HTTPPathParameters
  let query: RouteQuery
  let principal: Principal?

  /// The photo that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  func photoID() throws(WoofError) -> PhotoID {
    guard let bytes = path.bytes(of: "id"), let id = PhotoID(utf8: bytes) else {
      throw WoofError(.notFound, "There is no photo of this id.")
    }
    return id
  }

  /// Returns the account that signed in, on routes that ask for one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`.
  func signedIn() throws(WoofError) -> Principal {
    guard let principal else { throw SignInGate.challenge }
    return principal
  }
}
