// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
internal import WoofModel

/// Begins, lists and ends the sessions of browsers, and tells whose they are.
///
/// What the store says of a session is remembered until an account or a session changes, or another use is to be noted, so
/// that most requests cost about a microsecond. Everything may be called from any thread.
package final class BrowserSessions: Sendable {
  /// The maximum number of sessions of one account. A sign-in beyond it ends the one that has been unused the longest.
  package static let countPerAccount = 100
  /// The time after which a session ends though it is used, in milliseconds: a year, and less than the time for which
  /// browsers keep cookies at all.
  package static let longestLifetime: Int64 = 365 * 86_400_000

  /// The store that keeps them.
  package let store: any BrowserSessionStore
  private let credentials: any CredentialStore
  private let time: any TimeSource
  private let random: any RandomSource
  private let ids: PhotoIDGenerator
  private let idleLimit: Int64
  private let memory = Mutex(RecentlyUsed<Digest, Remembered>(capacity: 10_000))

  /// The time after which another use of a session is noted, in milliseconds.
  private static let useInterval: Int64 = 3_600_000

  private struct Remembered: Sendable {
    let session: BrowserSession
    let generation: UInt64
  }

  /// Gives access to the sessions of a store.
  ///
  /// - Parameters:
  ///   - credentials: The accounts of the same store.
  ///   - idleLifetime: The time for which a session lasts that is not used; 30 days by default.
  ///   - random: The source of ids and secrets; the system's by default.
  package init(
    store: any BrowserSessionStore, credentials: any CredentialStore, time: any TimeSource,
    idleLifetime: Duration = .seconds(2_592_000), random: any RandomSource = SystemRandomSource()
  ) {
    self.store = store
    self.credentials = credentials
    self.time = time
    self.random = random
    idleLimit = idleLifetime.components.seconds * 1000
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - principal: Whoever has signed in to the account with its own password.
  ///   - device: The browser.
  /// - Returns: The session, and the secret that is kept nowhere.
  /// - Throws: ``WoofModel/WoofError`` as ``BrowserSessionStore/addBrowserSession(_:secretHash:countLimit:)``.
  package func begin(
    for principal: Principal, on device: BrowserDevice
  ) async throws -> (session: BrowserSession, secret: AddressSecret) {
    let (now, secret) = (time.now(), try AddressSecret(random: random))
    let session = BrowserSession(
      id: BrowserSessionID(uuid: ids.next()), account: Account(principal, createdAt: now), device: device,
      createdAt: now,
      expiresAt: expiry(of: now, createdAt: now))
    try await store.addBrowserSession(session, secretHash: secret.hash, countLimit: Self.countPerAccount)
    return (session, secret)
  }

  /// Returns the principal of a session of which the store has lately told; `nil` where
  /// ``principal(showing:)`` has to be asked.
  package func remembered(_ secret: AddressSecret) -> Principal? {
    let (generation, now) = (credentials.credentialGeneration, time.now())
    let found = memory.withLock { $0.use(secret.hash) { $0 } }
    guard let found, found.generation == generation, found.session.expiresAt > now,
      !Self.isUseToBeNoted(of: found.session, at: now)
    else { return nil }
    return found.session.principal
  }

  /// Returns the principal of a session; `nil` where there is none of that secret, or no more.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func principal(showing secret: AddressSecret) async throws -> Principal? {
    let (generation, now) = (credentials.credentialGeneration, time.now())
    guard var session = try await store.browserSession(ofSecretHash: secret.hash), session.expiresAt > now,
      !session.account.isDisabled
    else { return nil }
    if Self.isUseToBeNoted(of: session, at: now) { session = noted(session, at: now) }
    let remembered = Remembered(session: session, generation: generation)
    memory.withLock { $0.insert(remembered, for: secret.hash) }
    return session.principal
  }

  /// Returns a page of the sessions that have not expired, the newest first, and the place at which the next page begins.
  ///
  /// - Parameter account: The account that has them; `nil` for those of all.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func sessions(
    of account: AccountID?, after id: BrowserSessionID?, limit: Int
  ) async throws -> Page<BrowserSession, BrowserSessionID> {
    let query = BrowserSessionQuery(account: account, at: time.now(), after: id, limit: limit + 1)
    return Page(try await store.browserSessions(query), limit: limit) { $0.id }
  }

  /// Returns the session of an id.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none, `internal` or `unavailable`.
  package func session(_ id: BrowserSessionID) async throws -> BrowserSession {
    guard let session = try await store.browserSession(id) else { throw WoofError.noSuchBrowserSession }
    return session
  }

  /// Ends a session of an account: its browser is signed in no longer, at once, and its live streams end within seconds.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the account has none of that id, `internal`,
  ///   `unavailable` or `insufficient-storage`.
  package func end(_ id: BrowserSessionID, of account: AccountID) async throws {
    guard try await store.removeBrowserSession(id, of: account) else { throw WoofError.noSuchBrowserSession }
  }

  /// Ends all sessions of an account, as ``end(_:of:)`` does.
  ///
  /// - Returns: The number of sessions that there were.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, `unavailable` or `insufficient-storage`.
  @discardableResult
  package func endAll(of account: AccountID) async throws -> Int { try await store.removeBrowserSessions(of: account) }

  private static func isUseToBeNoted(of session: BrowserSession, at now: Timestamp) -> Bool {
    now.milliseconds - session.usedAt.milliseconds >= useInterval
  }

  /// Notes the use in the background: nobody waits for it, and where it fails, the next one is noted.
  private func noted(_ session: BrowserSession, at now: Timestamp) -> BrowserSession {
    var used = session
    used.usedAt = now
    used.expiresAt = expiry(of: now, createdAt: session.createdAt)
    Task { [store, used] in
      try? await store.noteUse(ofBrowserSession: used.id, at: used.usedAt, until: used.expiresAt)
    }
    return used
  }

  private func expiry(of use: Timestamp, createdAt: Timestamp) -> Timestamp {
    Timestamp(milliseconds: min(use.milliseconds + idleLimit, createdAt.milliseconds + Self.longestLifetime))
  }
}
