import CCurl
import COpenSSL
import Foundation

/// Looks at the certificates that a server presents when a connection is made, remembers them, and says whether the
/// handshake may go on; where somebody has to be asked, the handshake waits. It lives as long as the connection's TLS does.
/// Confined to the loop's thread.
final class CertificateCheck {
  /// The certificates of the server and the verdict about them; `nil` until the server has shown its certificate.
  private(set) var evaluation: TransferTrustEvaluation?
  /// `true` if the handshake, unable to wait, was ended so that somebody can be asked.
  private(set) var isUndecided = false
  /// The authorities that the server takes a client's certificate from, in DER form, where the handshake was ended so
  /// that somebody can be asked for one.
  private(set) var namesOfUndecidedIdentity: [Data]?

  private let trust: TransferTrust
  private let url: String
  private let whenWaiting: () -> Void
  /// The store that the handshake waits with; `nil` while none waits on a stack of its own.
  private var waiting: OpaquePointer?  // an `X509_STORE_CTX`
  /// The decision about the certificate: `true` to accept it, `false` for what the system says; `nil` until it is made.
  private var decision: Bool?

  /// - Parameters:
  ///   - url: names the server, where the handshake does not.
  ///   - whenWaiting: is called inside of libcurl when the handshake begins to wait for ``decide(accepting:)``.
  init(trust: TransferTrust, url: String, whenWaiting: @escaping () -> Void) {
    self.trust = trust
    self.url = url
    self.whenWaiting = whenWaiting
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
    if trust.asks, HandshakeWaiting.way == .fiber { woof_SSL_CTX_set_mode(context, Int(SSL_MODE_ASYNC)) }
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

  /// The index of the extra data in which an `SSL_CTX` keeps its judge.
  private static let place = woof_SSL_CTX_get_ex_new_index { _, check, _, _, _, _ in
    if let check { Unmanaged<CertificateCheck>.fromOpaque(check).release() }
  }

  /// Judges what a server has presented: whether the handshake goes on. It may wait in here, on a stack of its own, which
  /// is small: what needs room is done by ``examine()``.
  fileprivate func judge(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> Bool {
    if accepts(store) { return true }
    guard trust.asks, decision == nil else { return conclude(store) }
    switch HandshakeWaiting.way {
    case .fiber where ASYNC_get_current_job() != nil:
      waiting = store
      whenWaiting()
      while decision == nil { ASYNC_pause_job() }
      waiting = nil
      Self.connection(of: store).map { _ = woof_SSL_clear_mode($0, Int(SSL_MODE_ASYNC)) }
      return conclude(store)
    case .retry:
      if evaluation == nil {
        evaluate(store)
        whenWaiting()
      }
      Self.connection(of: store).map { _ = woof_SSL_set_retry_verify($0) }
      return true
    case .fiber, .impossible:
      evaluate(store)
      isUndecided = true
      X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
      return false
    }
  }

  /// Returns `true` if the certificate is the one that was accepted before, and marks it as valid then.
  private func accepts(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> Bool {
    guard let accepted = trust.acceptedLeaf, let leaf = X509_STORE_CTX_get0_cert(store),
      TransferTrust.digest(ofCertificate: Self.der(leaf)) == accepted
    else { return false }
    X509_STORE_CTX_set_error(store, X509_V_OK)
    return true
  }

  /// Ends the handshake, or lets it go on, by what was decided and what the system says.
  private func conclude(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> Bool {
    if decision == true {
      X509_STORE_CTX_set_error(store, X509_V_OK)
      return true
    }
    if evaluation == nil || HandshakeWaiting.way == .retry { evaluate(store) }
    return evaluation?.verdict == .trusted
  }

  private func evaluate(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) {
    requireHost(store)
    let isTrusted = X509_verify_cert(store) > 0
    let verdict = isTrusted ? .trusted : TransferTrustEvaluation.Verdict(number: X509_STORE_CTX_get_error(store))
    evaluation = TransferTrustEvaluation(certificates: Self.certificates(of: store), verdict: verdict)
  }

  private static func connection(
    of store: OpaquePointer  // an `X509_STORE_CTX`
  ) -> OpaquePointer? {  // an `SSL`
    X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()).map { OpaquePointer($0) }
  }

  /// The certificate has to be made for the host: for the name in the handshake, which an address has not.
  private func requireHost(
    _ store: OpaquePointer  // an `X509_STORE_CTX`
  ) {
    let parameters = X509_STORE_CTX_get0_param(store)
    X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    if let connection = Self.connection(of: store),
      let name = SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name)
    {
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

// MARK: - Waiting

extension CertificateCheck {
  /// Returns what there is to judge while the handshake waits; `nil` once that is decided or if nothing has come.
  func examine() -> TransferTrustEvaluation? {
    guard decision == nil else { return nil }
    if let waiting, evaluation == nil {
      evaluate(waiting)
      ERR_clear_error()
    }
    return evaluation
  }

  /// Says what comes of the handshake that waits, when libcurl calls it the next time.
  ///
  /// - Parameter accepting: `false` for what the system says.
  func decide(accepting: Bool) { decision = accepting }

  /// Ends a handshake that waits, before its connection is closed: nothing would ever leave its stack otherwise.
  func abandon() {
    guard let waiting, let connection = Self.connection(of: waiting) else { return }
    evaluation = TransferTrustEvaluation(certificates: [], verdict: .other(X509_V_ERR_APPLICATION_VERIFICATION))
    decision = false
    // libcurl's own cannot be used out of its calls.
    SSL_set0_rbio(connection, BIO_new(BIO_s_null()))
    SSL_set0_wbio(connection, BIO_new(BIO_s_null()))
    SSL_do_handshake(connection)
    ERR_clear_error()
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

/// The ways for a handshake to wait while somebody is asked about a certificate, and all other transfers go on.
enum HandshakeWaiting {
  /// OpenSSL leaves the handshake, and asks again when libcurl goes on with it: libcurl 8.3 and newer know of that.
  case retry
  /// OpenSSL runs the handshake on a stack of its own, which is left in the middle: libcurl has known of that for long,
  /// but newer ones wait for the server then.
  case fiber
  /// It cannot wait: the handshake is ended, and another one made when somebody has been asked.
  case impossible

  /// The way that these libraries have.
  static let way: HandshakeWaiting =
    curl_version_info(CURLVERSION_FIRST).pointee.version_num >= 0x08_03_00
    ? .retry : ASYNC_is_capable() == 1 ? .fiber : .impossible
}
