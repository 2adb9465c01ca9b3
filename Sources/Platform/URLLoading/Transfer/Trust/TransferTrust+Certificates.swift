// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

extension TransferTrust {
  /// The SHA-256 digest of a certificate in DER form; see ``acceptedLeaf``.
  static func digest(ofCertificate der: Data) -> Data {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    _ = der.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha256(), nil) }
    return Data(digest)
  }
}

extension TransferTrustEvaluation.Verdict {
  /// - Parameter number: an `X509_V_ERR_…`.
  init(number: Int32) {
    switch number {
    case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
    case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .wrongHost
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
      X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
      X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
      self = .unknownAuthority
    case X509_V_ERR_CERT_REVOKED: self = .revoked
    default: self = .other(number)
    }
  }
}
