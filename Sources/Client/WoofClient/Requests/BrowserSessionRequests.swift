// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// `GET /v1/me/sessions`: a page of the browsers in which the account has signed in, the newest first.
public struct BrowserSessionPageRequest: APIRequest, Hashable {
  /// Reads the page.
  public typealias Response = BrowserSessionPage
  /// The largest number of sessions on a page, from 1 to 500; `nil` for the service's default, 50.
  public var limit: Int?
  /// The cursor at which the page begins; `nil` for the first page.
  public var after: PageCursor?

  /// Makes the request.
  public init(limit: Int? = nil, after: PageCursor? = nil) {
    self.limit = limit
    self.after = after
  }

  /// `/v1/me/sessions`.
  public var path: String { "/v1/me/sessions" }
  /// The parameters that are given.
  public var query: [URLQueryItem] { .page(limit, after) }
}

/// `DELETE /v1/me/sessions/{id}`, and `/v1/me/sessions`: ends a browser session, or all.
public struct EndBrowserSessionRequest: APIRequest, Hashable {
  /// There is nothing to read.
  public typealias Response = Void
  /// The ``BrowserSession/id`` of the session; `nil` for all of the account.
  public var id: String?

  /// Makes the request; by default for all sessions of the account.
  public init(id: String? = nil) { self.id = id }

  /// `DELETE`.
  public var method: HTTPMethod { .delete }
  /// `/v1/me/sessions/{id}`, or `/v1/me/sessions`.
  public var path: String { id.map { "/v1/me/sessions/\($0)" } ?? "/v1/me/sessions" }
}
