// SPDX-License-Identifier: Apache-2.0

import CCurl
import COpenSSL
import Foundation

/// Looks at the certificates that a server presents when a connection is made, remembers them, and says whether the
/// handshake may go on; where somebody has to be asked, the handshake waits. So it does where the server asks for the
/// client's certificate. It lives as long as the connection's TLS does. Confined to the loop's thread.
final class CertificateCheck {
  /// The certificates of the server and the verdict about them; `nil` until the server has shown its certificate.
  private(set) var evaluation: TransferTrustEvaluation?
  /// `true` if the handshake, unable to wait, was ended so that somebody can be asked.
  private(set) var isUndecided = false
  /// The question of the server for the client's certificate.
  let identityQuestion: IdentityQuestion

  private let trust: TransferTrust
  private let url: String
  private let whenWaiting: () -> Void
  /// The store that the handshake waits with; `nil` while none waits on a stack of its own.
  private var waiting: OpaquePointer?  // an `X509_STORE_CTX`
  /// The decision about the certificate: `true` to accept it, `false` for what the system says; `nil` until it is made.
  private var decision: Bool?

  /// - Parameters:
  ///   - url: names the server, where the handshake does not.
  ///   - whenWaiting: is called inside of libcurl when the handshake begins to wait for ``decide(accepting:)``, or for
  ///     ``IdentityQuestion/reply(with:)``.
  init(trust: TransferTrust, url: String, whenWaiting: @escaping () -> Void) {
    self.trust = trust
    self.url = url
    self.whenWaiting = whenWaiting
    identityQuestion = IdentityQuestion(whenWaiting: whenWaiting)
  }

  /// Makes this the judge of a context's handshakes, and part of the context.
  ///
  /// - Returns: `true` if the context can show the client's certificate that is known.
  func attach(
    to context: OpaquePointer  // an `SSL_CTX`
  ) -> Bool {
    let box = Unmanaged.passRetained(self).toOpaque()
    guard SSL_CTX_set_ex_data(context, Self.place, box) == 1 else {
      Unmanaged<CertificateCheck>.fromOpaque(box).release()
      return false
    }
    SSL_CTX_set_cert_verify_callback(context, judgeCertificate, box)
    let asksForIdentity = trust.asksForIdentity && trust.identity == nil && trust.givenIdentity == nil
    if asksForIdentity { SSL_CTX_set_cert_cb(context, askForIdentity, box) }
    if trust.asks || asksForIdentity, HandshakeWaiting.way == .fiber {
      woof_SSL_CTX_set_mode(context, Int(SSL_MODE_ASYNC))
      SSL_CTX_set_info_callback(context, leaveStackAfterHandshake)
    }
    guard let identity = trust.givenIdentity else { return true }
    return LoadedIdentity(identity)?.use(inContext: context) == true
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

/// A question that a handshake waits with.
enum HandshakeQuestion {
  /// The question whether the server's certificate is accepted.
  case certificate(TransferTrustEvaluation)
  /// The question which certificate of the client's the server gets. It takes those of these authorities (names in DER
  /// form).
  case identity(authorities: [Data])
}

// MARK: - Waiting

extension CertificateCheck {
  /// Returns what there is to decide while the handshake waits; `nil` once that is done or if nothing has come.
  func examine() -> HandshakeQuestion? {
    if let authorities = identityQuestion.examine() { return .identity(authorities: authorities) }
    guard decision == nil else { return nil }
    if let waiting, evaluation == nil {
      evaluate(waiting)
      ERR_clear_error()
    }
    return evaluation.map { .certificate($0) }
  }

  /// Settles what comes of the handshake that waits, when libcurl calls it the next time.
  ///
  /// - Parameter accepting: `false` for what the system says.
  func decide(accepting: Bool) { decision = accepting }

  /// Ends a handshake that waits, before its connection is closed: nothing would ever leave its stack otherwise.
  func abandon() {
    guard let connection = waiting.flatMap(Self.connection) ?? identityQuestion.waiting else { return }
    if waiting != nil {
      evaluation = TransferTrustEvaluation(certificates: [], verdict: .other(X509_V_ERR_APPLICATION_VERIFICATION))
      decision = false
    }
    identityQuestion.giveUp()
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

private func askForIdentity(_ connection: OpaquePointer?, _ check: UnsafeMutableRawPointer?) -> Int32 {
  guard let connection, let check else { return 0 }
  return Unmanaged<CertificateCheck>.fromOpaque(check).takeUnretainedValue().identityQuestion.meet(connection)
}

/// The rest of the connection, after the handshake, does not wait for anybody, and needs no stack of its own.
private func leaveStackAfterHandshake(_ connection: OpaquePointer?, _ what: Int32, _: Int32) {
  guard let connection, what & SSL_CB_HANDSHAKE_DONE != 0 else { return }
  _ = woof_SSL_clear_mode(connection, Int(SSL_MODE_ASYNC))
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
