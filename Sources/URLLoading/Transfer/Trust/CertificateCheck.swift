import COpenSSL
import Foundation

/// Looks at the certificates that a server presents when a connection is made, remembers them, and says whether the
/// handshake may go on. It lives as long as the connection's TLS does. Confined to the loop's thread.
final class CertificateCheck {
  /// What has been found; `nil` until the server has shown its certificate.
  private(set) var evaluation: TransferTrustEvaluation?
  /// Whether the handshake was ended so that somebody can be asked.
  private(set) var isUndecided = false
  /// The authorities that the server takes a client's certificate from, in DER form, where the handshake was ended so
  /// that somebody can be asked for one.
  private(set) var namesOfUndecidedIdentity: [Data]?

  private let trust: TransferTrust
  private let url: String

  /// - Parameter url: names the server, where the handshake does not.
  init(trust: TransferTrust, url: String) {
    self.trust = trust
    self.url = url
  }

  /// Makes this the judge of a context's handshakes, and part of the context.
  func attach(
    to context: OpaquePointer  // an `SSL_CTX`
  ) {
    let box = Unmanaged.passRetained(self).toOpaque()
    guard SSL_CTX_set_ex_data(context, Self.place, box) == 1 else {
      return Unmanaged<CertificateCheck>.fromOpaque(box).release()
    }
    SSL_CTX_set_cert_verify_callback(context, judgeCertificate, box)
    if trust.asksForIdentity, trust.identity == nil { SSL_CTX_set_client_cert_cb(context, askForIdentity) }
  }

  /// The judge of a connection's context.
  fileprivate static func of(
    _ connection: OpaquePointer  // an `SSL`
  ) -> CertificateCheck? {
    guard let context = SSL_get_SSL_CTX(connection), let box = SSL_CTX_get_ex_data(context, place) else { return nil }
    return Unmanaged<CertificateCheck>.fromOpaque(box).takeUnretainedValue()
  }

  /// The server wants the client's certificate.
  fileprivate func noteWantedIdentity(
    _ connection: OpaquePointer  // an `SSL`
  ) {
    let names = SSL_get_client_CA_list(connection)
    namesOfUndecidedIdentity = (0..<max(0, woof_sk_X509_NAME_num(names))).compactMap { index in
      var bytes: UnsafeMutablePointer<UInt8>?
      let count = i2d_X509_NAME(woof_sk_X509_NAME_value(names, index), &bytes)
      defer { CRYPTO_free(bytes, #file, #line) }
      return bytes.flatMap { count > 0 ? Data(bytes: $0, count: Int(count)) : nil }
    }
  }

  /// Where a context keeps its judge.
  private static let place = woof_SSL_CTX_get_ex_new_index { _, check, _, _, _, _ in
    if let check { Unmanaged<CertificateCheck>.fromOpaque(check).release() }
  }

  /// Judges what a server has presented: whether the handshake goes on.
  fileprivate func judge(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> Bool {
    requireHost(store)
    let isTrusted = X509_verify_cert(store) > 0
    let verdict = isTrusted ? .trusted : TransferTrustEvaluation.Verdict(number: X509_STORE_CTX_get_error(store))
    let certificates = Self.certificates(of: store)
    evaluation = TransferTrustEvaluation(certificates: certificates, verdict: verdict)
    if let leaf = certificates.first, trust.acceptedLeaf == TransferTrust.digest(ofCertificate: leaf) {
      X509_STORE_CTX_set_error(store, X509_V_OK)
      return true
    }
    guard !trust.asks else {
      isUndecided = true
      X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
      return false
    }
    return isTrusted
  }

  /// The certificate has to be made for the host: for the name in the handshake, which an address has not.
  private func requireHost(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) {
    let parameters = X509_STORE_CTX_get0_param(store)
    X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    let connection = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
    if let connection, let name = SSL_get_servername(OpaquePointer(connection), TLSEXT_NAMETYPE_host_name) {
      X509_VERIFY_PARAM_set1_host(parameters, name, strlen(name))
      return
    }
    let host = URLComponents(string: url)?.host ?? ""
    let address = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if X509_VERIFY_PARAM_set1_ip_asc(parameters, address) != 1 {
      X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count)
    }
  }

  /// The way from the server's certificate to an authority, or, where there is none, what the server has sent.
  private static func certificates(
    of store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> [Data] {
    let isComplete = X509_STORE_CTX_get_error(store) == X509_V_OK
    guard let stack = isComplete ? X509_STORE_CTX_get0_chain(store) : X509_STORE_CTX_get0_untrusted(store) else {
      return X509_STORE_CTX_get0_cert(store).map { [der($0)] } ?? []
    }
    return (0..<woof_sk_X509_num(stack)).compactMap { woof_sk_X509_value(stack, $0) }.map(der)
  }

  private static func der(
    _ certificate: OpaquePointer  // an `X509`
  ) -> Data {
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &bytes)
    defer { CRYPTO_free(bytes, #file, #line) }
    guard let bytes, count > 0 else { return Data() }
    return Data(bytes: bytes, count: Int(count))
  }
}

private func judgeCertificate(_ store: OpaquePointer?, _ check: UnsafeMutableRawPointer?) -> Int32 {
  guard let store, let check else { return 0 }
  return Unmanaged<CertificateCheck>.fromOpaque(check).takeUnretainedValue().judge(store) ? 1 : 0
}

/// Ends the handshake: it cannot wait for somebody to be asked.
private func askForIdentity(
  _ connection: OpaquePointer?, _: UnsafeMutablePointer<OpaquePointer?>?, _: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let connection, let check = CertificateCheck.of(connection) else { return 0 }
  check.noteWantedIdentity(connection)
  return -1
}

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
