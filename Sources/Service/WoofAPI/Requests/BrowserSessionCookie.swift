// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP

/// The cookie by which a browser shows that somebody has signed in (RFC 6265).
///
/// Its name begins with `__Host-`, so that browsers take it from nobody but the service itself and send it encrypted only.
/// They do so on addresses of the machine itself without TLS, too. Cookies are the same for all ports of a host; services on
/// one machine therefore have names of their own.
struct BrowserSessionCookie: Sendable {
  /// The origins at which the service is found.
  let origins: OriginConfiguration
  /// `true` if browsers also keep a cookie that they send without TLS, under a name of its own.
  let isKeptOnPlainHTTP: Bool

  /// `true` if a browser that sends a request can keep a session.
  func isKept(by request: HTTPRequest) -> Bool { name(for: request) != nil }

  /// The secret that a request brings; `nil` where it brings none.
  func secret(of request: HTTPRequest) -> AddressSecret? {
    guard let (name, _) = name(for: request), let text = request.cookie(name) else {
      return nil
    }
    return AddressSecret(text.utf8)
  }

  /// Has a browser keep the secret of a session, for as long as one may last.
  func set(_ secret: AddressSecret, in response: inout HTTPResponse, to request: HTTPRequest) {
    set(secret.text, seconds: BrowserSessions.longestLifetime / 1000, in: &response, to: request)
  }

  /// Has a browser forget the secret, and what it has kept of the service's responses for whoever signed out.
  func clear(in response: inout HTTPResponse, to request: HTTPRequest) {
    set("", seconds: 0, in: &response, to: request)
    response.fields.append(.clearSiteData, "\"cache\"")
  }

  private func set(_ value: String, seconds: Int64, in response: inout HTTPResponse, to request: HTTPRequest) {
    guard let (name, isSecure) = name(for: request) else { return }
    let attributes = "Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax"
    response.fields.append(.setCookie, "\(name)=\(value); \(attributes)\(isSecure ? "; Secure" : "")")
  }

  private func name(for request: HTTPRequest) -> (name: String, isSecure: Bool)? {
    guard let target = CrossOriginPolicy.target(of: request) else { return nil }
    let isSecure = isSecure(target)
    guard isSecure || isKeptOnPlainHTTP else { return nil }
    let isStandard = target.port == (target.isSecure ? 443 : 80)
    return ("\(isSecure ? "__Host-" : "")woof-session\(isStandard ? "" : "-\(target.port)")", isSecure)
  }

  /// `true` if browsers take a page of an origin for a secure context: by TLS, which something in front of the service may
  /// have ended, or as the machine's own (W3C Secure Contexts §3.1).
  private func isSecure(_ target: HTTPOrigin) -> Bool {
    target.isSecure || target.isOfLoopback || origins.own.contains { $0.isSecure && $0.host == target.host }
  }
}

extension HTTPOrigin {
  /// `true` if the host is the machine that asks.
  fileprivate var isOfLoopback: Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension HTTPFieldName {
  /// The token of a browser session, which pages of the service send; `none` where a page has no session yet. Either way no
  /// response asks for HTTP Basic, for which the browser would ask.
  static let woofSession = known("Woof-Session")
  /// The account that a response to a page of the service is for.
  static let woofAccount = known("Woof-Account")
  /// Has a browser remove what it keeps of a site (W3C Clear Site Data §3).
  static let clearSiteData = known("Clear-Site-Data")
}
