// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A page of the service in a browser that keeps its cookies, as far as requests go.
final class BrowserPage {
  /// The name of the cookie.
  static let cookie = "__Host-woof-session"

  private let client: Client
  /// The value of the field `Cookie`; `nil` without one.
  var cookie: String?
  /// The token of the session; `nil` without one.
  var token: String?
  /// What the browser calls itself.
  var userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

  /// Opens a page of a service, in a browser that has not signed in.
  init(of service: TestService) { client = service.client() }

  /// Signs in.
  @discardableResult
  func signIn(_ credential: Credential) throws -> ClientResponse {
    let json = "{\"name\": \"\(credential.name)\", \"password\": \"\(credential.password)\"}"
    let response = try send("POST", "/v1/sessions", json: json)
    if response.status == 201 { token = try response.member("token").text }
    return response
  }

  /// Sends a request as the page's scripts do, and keeps the cookie of its response.
  @discardableResult
  func send(
    _ method: String, _ target: String, _ fields: [(String, String)] = [], json: String? = nil
  ) throws -> ClientResponse {
    var fields = fields + [("User-Agent", userAgent), ("Woof-Session", token ?? "none")]
    if let cookie { fields.append(("Cookie", cookie)) }
    if json != nil { fields.append(("Content-Type", "application/json")) }
    let response = try client.send(method, target, extra: fields, body: json.map { Array($0.utf8) })
    if let pair = response["Set-Cookie"]?.split(separator: ";").first {
      cookie = pair.hasSuffix("=") ? nil : String(pair)
    }
    return response
  }

  /// Sends a request as a page of somebody else makes a browser do: with the cookie alone.
  func sendFromElsewhere(_ method: String, _ target: String, _ fields: [(String, String)] = []) throws -> ClientResponse
  {
    try client.send(method, target, extra: fields + (cookie.map { [("Cookie", $0)] } ?? []))
  }
}
