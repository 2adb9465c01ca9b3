// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The exchange of cookies between messages and a cookie store (RFC 6265 §5).
///
/// The store that comes with the toolchain keeps cookies well, but gives all cookies of a host: those of other paths,
/// those for secure connections only, those that have expired. It also reads `Max-Age` for old-fashioned cookies only.
/// The cookies to send and to keep are therefore chosen here.
enum CookieExchange {
  /// The value of the field `Cookie` for a URL; none where no cookie goes there.
  static func fieldValue(from storage: HTTPCookieStorage, for url: URL, now: Date = Date()) -> String? {
    let cookies = cookies(from: storage, for: url, now: now)
    guard !cookies.isEmpty else { return nil }
    return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// The cookies for a URL: those of longer paths first, then those that are older.
  static func cookies(from storage: HTTPCookieStorage, for url: URL, now: Date = Date()) -> [HTTPCookie] {
    guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return [] }
    let path = path(of: url)
    let isTrusted = isTrusted(url)
    return cookies.filter { cookie in
      matches(path, cookie.path) && (isTrusted || !cookie.isSecure) && cookie.expiresDate.map { $0 > now } ?? true
    }
    .sorted { left, right in
      if left.path.utf8.count != right.path.utf8.count { return left.path.utf8.count > right.path.utf8.count }
      let (first, second) = (creation(of: left), creation(of: right))
      return first == second ? left.name < right.name : first < second
    }
  }

  /// Keeps the cookies that a response sets, as far as they are accepted.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response, each line for itself.
  ///   - url: The URL that was asked.
  ///   - mainDocumentURL: What the response is part of, where it is part of something.
  ///   - storage: Where they are kept.
  ///   - policy: Which of them are.
  static func store(
    _ fields: [(name: String, value: String)], of url: URL, mainDocumentURL: URL?, into storage: HTTPCookieStorage,
    accepting policy: HTTPCookie.AcceptPolicy, now: Date = Date()
  ) {
    for field in fields where HTTPFields.namesAreEqual(field.name, "Set-Cookie") {
      guard accepts(policy, url, mainDocumentURL), let parsed = SetCookie(field.value),
        let cookie = cookie(parsed, of: url, now: now)
      else { continue }
      storage.setCookie(cookie)
    }
  }

  /// The cookie that a line sets; none where the URL may not set it.
  static func cookie(_ parsed: SetCookie, of url: URL, now: Date) -> HTTPCookie? {
    guard let host = url.host()?.lowercased(), !parsed.isSecure || isTrusted(url) else { return nil }
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: parsed.name, .value: parsed.value, .path: parsed.path ?? folder(of: path(of: url)), .domain: host,
    ]
    if let domain = parsed.domain, domain != host || !isAddress(host) {
      guard covers(domain, host) else { return nil }
      properties[.domain] = ".\(domain)"
    }
    if let maxAge = parsed.maxAge {
      properties[.expires] = maxAge > 0 ? now + TimeInterval(maxAge) : Date(timeIntervalSince1970: 0)
    } else if let expires = parsed.expires {
      properties[.expires] = expires
    }
    if parsed.isSecure { properties[.secure] = "TRUE" }
    if parsed.isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
    return HTTPCookie(properties: properties)
  }
}

extension CookieExchange {
  /// Returns `true` if a host may set a cookie for a domain (RFC 6265 §5.3). There is no list of public suffixes here:
  /// a domain of one label is taken to be one.
  private static func covers(_ domain: String, _ host: String) -> Bool {
    if domain == host { return true }
    return domain.contains(".") && host.hasSuffix(".\(domain)") && !isAddress(host)
  }

  private static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }

  /// Returns `true` if cookies for secure connections may go to a URL: over TLS, or to this machine.
  private static func isTrusted(_ url: URL) -> Bool {
    if url.scheme?.lowercased() == "https" { return true }
    guard let host = url.host()?.lowercased() else { return false }
    return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.") && isAddress(host)
  }

  private static func accepts(_ policy: HTTPCookie.AcceptPolicy, _ url: URL, _ mainDocumentURL: URL?) -> Bool {
    switch policy {
    case .always: return true
    case .never: return false
    case .onlyFromMainDocumentDomain: break
    @unknown default: return false
    }
    guard let document = mainDocumentURL?.host()?.lowercased(), let host = url.host()?.lowercased() else {
      return mainDocumentURL == nil
    }
    return host == document || covers(host, document) || covers(document, host)
  }

  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.hasPrefix("/") ? path : "/"
  }

  /// The path of cookies that name none (RFC 6265 §5.1.4).
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  private static func matches(_ path: String, _ cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.dropFirst(cookiePath.count).hasPrefix("/")
  }

  private static func creation(of cookie: HTTPCookie) -> Double {
    cookie.properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
  }
}
