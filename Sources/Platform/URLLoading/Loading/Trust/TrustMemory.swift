// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The decisions about the certificates of a session's servers, and the client certificates to show to them.
final class TrustMemory: Sendable {
  enum Judgement: Sendable {
    case undecided
    /// The certificate with this SHA-256 digest is good.
    case accepted(Data)
    /// The delegate leaves it to the system, which does not trust it.
    case asUsual
  }

  private let judgements = Mutex<[Origin: Judgement]>([:])
  private let identities = Mutex<[Origin: TransferIdentity]>([:])

  func judgement(of origin: Origin) -> Judgement? { judgements.withLock { $0[origin] } }

  /// Returns `true` if a server's certificate has been judged, so that no delegate has to be asked about it.
  ///
  /// - Parameter digest: The certificate's SHA-256 digest.
  func hasJudged(_ digest: Data, of origin: Origin) -> Bool {
    switch judgement(of: origin) {
    case .accepted(let accepted): accepted == digest
    case .asUsual: true
    case .undecided, nil: false
    }
  }

  func remember(_ judgement: Judgement, for origin: Origin) { judgements.withLock { $0[origin] = judgement } }

  /// Returns the client certificate that was given for a server; `nil` if there is none.
  func identity(for origin: Origin) -> TransferIdentity? { identities.withLock { $0[origin] } }

  func remember(_ identity: TransferIdentity, for origin: Origin) { identities.withLock { $0[origin] = identity } }

  func removeAll() {
    judgements.withLock { $0.removeAll() }
    identities.withLock { $0.removeAll() }
  }
}
