// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The recovery of one task from exchanges that fail before there is a response: the requests that are repeated at once,
/// and those that wait until the server can be reached.
///
/// A value: whoever keeps it sends the requests and keeps the time.
struct ExchangeRecovery: Sendable {
  /// A pause before the next exchange.
  struct Pause: Hashable, Sendable {
    /// The length of the pause, in seconds: from 0.05 in doubling steps to 5.
    let seconds: Double
    /// `true` for the first pause of the task: its delegate is told.
    let isFirst: Bool
  }

  /// `true` if the rest of another response has come in place of this one: the request is repeated for that only once.
  private var hasMetRest = false
  private var pauseCount = 0

  private static let shortestPause = 0.05
  private static let longestPause = 5.0

  /// The errors that occur if a server cannot be reached at the moment.
  private static let codesOfAbsence: Set<URLError.Code> = [
    .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed,
  ]

  /// Returns `true` if the request is repeated because the rest of an earlier response has come in place of this one.
  ///
  /// So it is after a HEAD that a server wrongly responds to with content. That connection is closed; the request is
  /// made over another one, once.
  mutating func repeats(_ method: String, after error: TransferError) -> Bool {
    guard !hasMetRest, error.isUnreadableHead, error.report.isReusedConnection, Transfer.isIdempotent(method) else {
      return false
    }
    hasMetRest = true
    return true
  }

  /// Returns the pause after which a server is tried again that cannot be reached at the moment; `nil` for other errors.
  mutating func pause(after code: URLError.Code) -> Pause? {
    guard Self.codesOfAbsence.contains(code) else { return nil }
    defer { pauseCount += 1 }
    let seconds = min(Self.longestPause, Self.shortestPause * Double(1 << min(pauseCount, 8)))
    return Pause(seconds: seconds, isFirst: pauseCount == 0)
  }
}
