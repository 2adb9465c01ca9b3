import Foundation
import FoundationNetworking

extension Load {
  /// Whether the exchange that failed is not the last: after somebody has judged a certificate or said who is there, with
  /// content that is had anew, or when the server can be reached. Or what is stored is good enough.
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

  /// What a server that cannot be reached at the moment looks like.
  private static let codesOfAbsence: Set<URLError.Code> = [
    .cannotFindHost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed,
  ]
}
