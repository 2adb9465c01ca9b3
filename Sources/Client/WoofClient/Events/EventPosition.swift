// SPDX-License-Identifier: Apache-2.0

/// The position of a subscriber in the change log, and its decisions after its connection ends, without any I/O.
struct EventPosition: Sendable {
  /// The reaction to a connection that failed or ended.
  enum Recovery: Sendable {
    case connect(after: Duration)
    case fail(WoofError)
  }

  /// The newest token that is known, after which the next connection goes on; `nil` to begin now.
  private(set) var token: ChangeToken?
  private let policy: RetryPolicy
  private var failures = 0
  private var hasConnected = false
  /// The token that the service no longer takes, or not from whoever is signed in now.
  private var expired: ChangeToken?

  init(since token: ChangeToken?, policy: RetryPolicy) {
    self.token = token
    self.policy = policy
  }

  /// The service has begun to send what comes after `start`.
  ///
  /// - Returns: The gap before that; `nil` where nothing is missing.
  mutating func connect(at start: ChangeToken) -> PhotoEventGap? {
    let asked = expired ?? token
    (token, expired, hasConnected) = (start, nil, true)
    guard let asked, asked != start else { return nil }
    return PhotoEventGap(after: asked, upTo: start)
  }

  /// A change has come.
  mutating func take(_ change: some LiveChange) {
    token = change.token
    failures = 0
  }

  /// The connection failed, or could not be made.
  mutating func recover(from error: WoofError, random: Double) -> Recovery {
    if isAboutToken(error), let token {
      (expired, self.token) = (token, nil)
      return .connect(after: .zero)
    }
    guard error.isWorthRetrying else { return .fail(error) }
    failures += 1
    // Before the first connection the address may be wrong; after it, the service is known to be there.
    guard hasConnected || failures < policy.maximumAttempts else { return .fail(error) }
    let pause = policy.pause(afterAttempt: failures, random: random)
    guard hasConnected else {
      return policy.pauseAtLeast(error.retryAfter, pause).map { .connect(after: $0) } ?? .fail(error)
    }
    let asked = min(Duration.seconds(error.retryAfter ?? 0), policy.longestRetryAfter)
    return .connect(after: max(asked, pause))
  }

  /// Returns `true` if the service refuses the token, so that connecting without it may succeed. A token belongs to the
  /// account it was given to, and after a reconnection another account or none may be signed in. Before the first
  /// connection, an invalid token is an error of the app that gave it.
  private func isAboutToken(_ error: WoofError) -> Bool {
    error.code == .changeTokenExpired || hasConnected && error.code == .changeTokenInvalid
  }
}
