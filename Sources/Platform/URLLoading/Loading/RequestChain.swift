// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The requests of one task, from the one that it was made with to the one where redirects have led.
///
/// A value: whoever keeps it asks the delegate, and sends the requests.
struct RequestChain: Sendable {
  /// The outcome of a redirect by a `URLProtocol`.
  enum Interception: Hashable, Sendable {
    /// The request goes on elsewhere, if the delegate agrees.
    case follow
    case fail(URLError.Code)
  }

  /// The request to send now.
  private(set) var current: URLRequest
  /// The number of redirects that were followed.
  private(set) var redirectCount = 0
  /// The URL that was asked first, before all redirects and breaks.
  let firstURL: URL?

  /// Stands in for the request of a task that has none.
  static let nowhere = URLRequest(url: URL(fileURLWithPath: "/"))

  /// Begins a chain.
  ///
  /// - Parameters:
  ///   - original: The request of the task; `nil` if it has none.
  ///   - resumedURL: The URL that was asked first, where another task has begun what this one resumes.
  init(_ original: URLRequest?, resuming resumedURL: URL?) {
    current = original ?? Self.nowhere
    hasRequest = original != nil
    firstURL = resumedURL ?? original?.url
  }

  private let hasRequest: Bool

  /// The URL that is loaded now; `nil` if the task has no request.
  var failingURL: URL? { hasRequest ? current.url : nil }

  /// The method of the current request.
  var method: String { current.httpMethod ?? "GET" }

  /// The outcome of a response with a status between 300 and 399.
  func outcome(status: Int, _ fields: HTTPFields) -> RedirectPolicy.Outcome {
    RedirectPolicy().outcome(of: current, status: status, fields: fields, after: redirectCount)
  }

  /// The outcome of a redirect by a `URLProtocol`.
  func outcomeOfInterception() -> Interception {
    redirectCount < RedirectPolicy.defaultLimit ? .follow : .fail(.httpTooManyRedirects)
  }

  /// Goes on with another request, as a redirect says.
  ///
  /// - Returns: `true` if the request leaves its origin, so that credentials stay behind.
  mutating func follow(_ next: URLRequest) -> Bool {
    defer {
      redirectCount += 1
      current = next
    }
    return !Origin.isSame(next.url, current.url)
  }

  /// Takes another request in place of the current one, as the delegate says before the task begins.
  mutating func replace(by next: URLRequest) { current = next }

  /// Returns `true` if a field of the configuration goes with a request. Those that speak for somebody go to the origin
  /// that was asked first only.
  func isSentByDefault(_ name: String, to url: URL?) -> Bool {
    !RedirectPolicy.isOfOrigin(name) || Origin.isSame(firstURL, url)
  }
}
