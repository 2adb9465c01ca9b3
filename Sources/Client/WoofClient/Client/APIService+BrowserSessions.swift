// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// The browsers in which the account has signed in on pages of the service, the newest sign-in first, asked for page by page
  /// as they are read.
  ///
  /// - Parameter pageSize: The number of sessions in one request, from 1 to 500; 50 by default.
  public func browserSessions(pageSize: Int? = nil) -> BrowserSessionSequence {
    BrowserSessionSequence(self) { BrowserSessionPageRequest(limit: pageSize, after: $0) }
  }

  /// Ends a browser session: its browser is signed in no longer. The account has to sign in with its own password for it.
  ///
  /// - Parameter id: The ``BrowserSession/id`` of the session.
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such session, or `forbidden` where the service was
  ///   signed in to with an app password; `CancellationError` when the task is cancelled.
  public func endBrowserSession(_ id: String) async throws {
    try await response(to: EndBrowserSessionRequest(id: id))
  }

  /// Ends all browser sessions of the account. It has to sign in with its own password for it.
  ///
  /// - Throws: ``WoofError``, as with `forbidden` where the service was signed in to with an app password;
  ///   `CancellationError` when the task is cancelled.
  public func endBrowserSessions() async throws { try await response(to: EndBrowserSessionRequest()) }
}
