// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Returns `true` if the load goes on after a failed exchange. It asks about a certificate or for a credential, makes
  /// another exchange, uses a stored response, or waits until the server can be reached.
  func reconsider(_ error: TransferError) -> Bool {
    if case .trustIsUndecided = error.cause, let evaluation = error.evaluation {
      judge(evaluation)
      return true
    }
    if case .identityIsUndecided(let authorities) = error.cause {
      askForIdentity(of: authorities)
      return true
    }
    if meetsRest(error) {
      hasMetRest = true
      exchange()
      return true
    }
    return shakeHandsAgain(after: error) || meetProxy(error) || sendBodyAgain(error) || useStored(insteadOf: error)
      || waitForConnectivity(error)
  }

  /// Returns `true` if the rest of an earlier answer has come in place of this one, and the request may be repeated.
  ///
  /// So it is after a HEAD that a server wrongly answers with content. That connection is closed; the request is made
  /// over another one, once.
  private func meetsRest(_ error: TransferError) -> Bool {
    guard !hasMetRest, error.isUnreadableHead, error.report.isReusedConnection else { return false }
    return Transfer.isIdempotent(request.httpMethod ?? "GET")
  }

  private func waitForConnectivity(_ error: TransferError) -> Bool {
    guard core.settings.waitsForConnectivity, Self.codesOfAbsence.contains(error.urlErrorCode) else { return false }
    if !isWaitingForConnectivity {
      isWaitingForConnectivity = true
      let (session, task) = (session, task)
      tell(.taskWaits, (any URLSessionTaskDelegate).self) { delegate in
        delegate.urlSession(session, taskIsWaitingForConnectivity: task)
      }
    }
    let delay = min(Self.longestDelay, Self.shortestDelay * Double(1 << min(connectivityAttempts, 8)))
    connectivityAttempts += 1
    after(delay) { $0.exchange() }
    return true
  }

  private static let shortestDelay = 0.05
  private static let longestDelay = 5.0

  /// The errors that occur if a server cannot be reached at the moment.
  private static let codesOfAbsence: Set<URLError.Code> = [
    .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed,
  ]
}
