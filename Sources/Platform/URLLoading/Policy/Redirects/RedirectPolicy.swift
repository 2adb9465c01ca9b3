// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The policy for responses with a status between 300 and 399 (RFC 9110 §15.4).
struct RedirectPolicy: Sendable {
  /// The outcome for a response: it is delivered, followed, or fails the task.
  enum Outcome: Sendable {
    /// It is the response of the task: no redirect, or one that names no place.
    case deliver
    /// The request goes on elsewhere, if the delegate agrees.
    case follow(Redirection)
    /// The task fails.
    case fail(URLError.Code)
  }

  /// The request that follows a redirect.
  struct Redirection: Sendable {
    /// The request to send next. Its body is that of the request before, or none; see ``keepsBody``.
    let request: URLRequest
    /// `true` if the body is sent once more; one that was a stream is then needed anew.
    let keepsBody: Bool
    /// `true` if the request leaves its origin, and with it the fields that authenticated it there.
    let isCrossOrigin: Bool
  }

  /// The most redirects that are followed for one task.
  static let defaultLimit = 20

  /// The most redirects that are followed for one task.
  let limit: Int

  init(limit: Int = RedirectPolicy.defaultLimit) { self.limit = limit }

  /// Decides about a response.
  ///
  /// - Parameters:
  ///   - request: The request that led to the response.
  ///   - status: The status of the response.
  ///   - fields: The fields of the response.
  ///   - count: The number of redirects that the task has followed so far.
  func outcome(of request: URLRequest, status: Int, fields: HTTPFields, after count: Int) -> Outcome {
    guard [301, 302, 303, 307, 308].contains(status), let location = fields.values(of: "Location").first,
      let url = request.url
    else { return .deliver }
    guard let target = Self.target(location, from: url) else { return .fail(.redirectToNonExistentLocation) }
    guard let scheme = target.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return .fail(.unsupportedURL)
    }
    guard count < limit else { return .fail(.httpTooManyRedirects) }
    return .follow(Self.redirection(of: request, to: target, status: status))
  }

  /// The place that a `Location` names (RFC 9110 §10.2.2, RFC 3986 §5): relative to the URL that was asked, and with its
  /// fragment where it brings none. None where it cannot be read, or names no host.
  static func target(_ location: String, from url: URL) -> URL? {
    var reference = location[...]
    while reference.first == " " || reference.first == "\t" { reference.removeFirst() }
    while reference.last == " " || reference.last == "\t" { reference.removeLast() }
    guard !reference.isEmpty, let resolved = URL(string: String(reference), relativeTo: url)?.absoluteURL else {
      return nil
    }
    if isPlain(resolved), url.fragment == nil { return resolved }
    guard var parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true) else { return nil }
    if parts.fragment == nil, let base = URLComponents(url: url, resolvingAgainstBaseURL: true) {
      parts.percentEncodedFragment = base.percentEncodedFragment
    }
    if !Origin.isSame(url, resolved) {
      parts.user = nil
      parts.password = nil
    }
    if ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty != false { return nil }
    return parts.url
  }

  /// Returns `true` if a target can be used as it is: it has a host, and neither user nor password. Most targets are
  /// so, and to take them apart takes long.
  private static func isPlain(_ place: URL) -> Bool {
    guard place.scheme == "http" || place.scheme == "https", place.user == nil, place.password == nil else {
      return false
    }
    return place.host()?.isEmpty == false
  }

  private static func redirection(of request: URLRequest, to target: URL, status: Int) -> Redirection {
    let method = request.httpMethod ?? "GET"
    let isCrossOrigin = !Origin.isSame(request.url, target)
    let becomesGet = becomesGet(method, status: status)
    var next = request
    next.url = target
    next.setValue(nil, forHTTPHeaderField: "Host")
    if becomesGet {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      for name in fieldsOfBodies { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if isCrossOrigin {
      for name in fieldsOfOrigin { next.setValue(nil, forHTTPHeaderField: name) }
    }
    return Redirection(request: next, keepsBody: !becomesGet, isCrossOrigin: isCrossOrigin)
  }

  private static func becomesGet(_ method: String, status: Int) -> Bool {
    switch status {
    case 301, 302: method == "POST"
    case 303: method != "GET" && method != "HEAD"
    default: false
    }
  }

  private static let fieldsOfBodies = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Content-Digest",
    "Content-MD5", "Repr-Digest", "Digest", "Transfer-Encoding", "Expect", "Upload-Complete", "Upload-Incomplete",
    "Upload-Draft-Interop-Version", "Upload-Length", "Upload-Offset",
  ]

  private static let fieldsOfOrigin = ["Authorization", "Cookie", "Cookie2", "Proxy-Authorization"]

  /// Returns `true` if a field speaks for somebody, so that it must not go to another origin than it was meant for.
  static func isOfOrigin(_ name: String) -> Bool { fieldsOfOrigin.contains { HTTPFields.namesAreEqual($0, name) } }
}
