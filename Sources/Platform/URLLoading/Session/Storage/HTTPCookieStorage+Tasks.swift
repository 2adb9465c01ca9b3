// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The cookies of a task: those of its current request's URL.
extension HTTPCookieStorage {
  /// Keeps cookies that came with the response to a task, as far as ``cookieAcceptPolicy`` allows it.
  public func storeCookies(_ cookies: [HTTPCookie], for task: URLSessionTask) {
    guard let request = task.currentRequest, let url = request.url else { return }
    setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
  }

  /// Hands over the cookies that go with a task's request.
  ///
  /// - Parameter completionHandler: Called once, before this returns: with `nil` where none go with it.
  public func getCookiesFor(_ task: URLSessionTask, completionHandler: @escaping @Sendable ([HTTPCookie]?) -> Void) {
    completionHandler(found(for: task))
  }

  /// The cookies that go with a task's request; `nil` where none do.
  public func cookies(for task: URLSessionTask) async -> [HTTPCookie]? { found(for: task) }

  private func found(for task: URLSessionTask) -> [HTTPCookie]? {
    guard let url = task.currentRequest?.url else { return nil }
    let cookies = CookieExchange.cookies(from: self, for: url)
    return cookies.isEmpty ? nil : cookies
  }
}

extension NSNotification.Name {
  /// The policy of a store of cookies was changed: for programs that wait for it. Foundation's store does not post it.
  public static let NSHTTPCookieManagerAcceptPolicyChanged = NSNotification.Name(
    "NSHTTPCookieManagerAcceptPolicyChangedNotification")
}
