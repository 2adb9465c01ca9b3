import COpenSSL
import Foundation

/// Looks at the certificates that a server presents when a connection is made, remembers them, and says whether the
/// handshake may go on. It lives as long as the connection.
final class CertificateCheck {
  private let trust: TransferTrust
  private let url: String
  /// What has been found; `nil` until the server has shown its certificate.
  private(set) var evaluation: TransferTrustEvaluation?
  /// Whether the handshake was ended so that somebody can be asked.
  private(set) var isUndecided = false

  init(trust: TransferTrust, url: String) {
    self.trust = trust
    self.url = url
  }
}
