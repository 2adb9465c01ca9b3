// SPDX-License-Identifier: Apache-2.0

/// A browser in which the account has signed in on a page of the service, until that is ended or the browser has not come for
/// long. Apps have no sessions: they bring name and password with each request.
public struct BrowserSession: Codable, Hashable, Sendable, Identifiable {
  /// The name of the session, with which it is ended; no secret.
  public var id: String
  /// The browser as it calls itself, as `Firefox`; `nil` if it is none that the service knows.
  public var browser: String?
  /// The system that the browser runs on, as `Android`; `nil` if it is none that the service knows.
  public var system: String?
  /// The time of the sign-in.
  public var createdAt: Timestamp
  /// The time at which it was last used, to the hour.
  public var usedAt: Timestamp
  /// The time at which it ends, unless it is used before.
  public var expiresAt: Timestamp

  /// Makes a session, as tests do; by default one of an unknown browser that has not been used since the sign-in.
  public init(
    id: String, browser: String? = nil, system: String? = nil, createdAt: Timestamp, usedAt: Timestamp? = nil,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.browser = browser
    self.system = system
    self.createdAt = createdAt
    self.usedAt = usedAt ?? createdAt
    self.expiresAt = expiresAt
  }
}

/// Some of the account's browser sessions, the newest first.
public typealias BrowserSessionPage = ItemPage<BrowserSession>
