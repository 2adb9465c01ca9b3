// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The numbers of what has been asked for with share links since the service started.
package struct ShareLinkCounts: Hashable, Sendable {
  /// The outcome of a request with the address of a link.
  package enum Outcome: String, CaseIterable, Sendable {
    /// The link was open to the request.
    case shown
    /// The link waits for its password.
    case locked
    /// A password was given, and was the right one.
    case unlocked
    /// A password was given, and was wrong.
    case wrongPassword = "wrong password"
    /// The link has expired.
    case expired
    /// The link was revoked or never was, or has expired a while ago.
    case unknown
  }

  /// The number of requests by outcome.
  package var requests: [Outcome: Int] = [:]
  /// The number of likes that guests have set.
  package var likeCount = 0
  /// The number of photos that guests have added.
  package var additionCount = 0
}

/// Counts what is asked for with share links.
package final class ShareLinkCounter: Sendable {
  private let counts = Mutex(ShareLinkCounts())

  init() {}

  /// The numbers so far.
  package var current: ShareLinkCounts { counts.withLock { $0 } }

  /// Counts a request.
  package func note(_ outcome: ShareLinkCounts.Outcome) {
    counts.withLock { $0.requests[outcome, default: 0] += 1 }
  }

  /// Counts a photo that a guest has added.
  package func noteAddition() { counts.withLock { $0.additionCount += 1 } }

  /// Counts a like that a guest has set.
  func noteLike() { counts.withLock { $0.likeCount += 1 } }
}
