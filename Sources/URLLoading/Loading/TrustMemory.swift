import COpenSSL
import Foundation
import Synchronization

/// What was decided about the certificates of a session's servers.
final class TrustMemory: Sendable {
  enum Judgement: Sendable {
    case undecided
    /// The certificate with this SHA-256 digest is good.
    case accepted(Data)
    /// The delegate leaves it to the system, which does not trust it.
    case asUsual
  }

  private let judgements = Mutex<[Origin: Judgement]>([:])

  func judgement(of origin: Origin) -> Judgement? { judgements.withLock { $0[origin] } }

  func remember(_ judgement: Judgement, for origin: Origin) { judgements.withLock { $0[origin] = judgement } }

  func removeAll() { judgements.withLock { $0.removeAll() } }

  static func digest(of certificate: Data) -> Data {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    certificate.withUnsafeBytes { bytes in
      _ = SHA256(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &digest)
    }
    return Data(digest)
  }
}
