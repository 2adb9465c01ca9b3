// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Glibc
import Synchronization
import WoofSystem

/// The certificate and the rules of encryption that connections are made with.
package final class TLSContext: @unchecked Sendable {  // libssl locks and counts it
  private let context: OpaquePointer
  private let applicationProtocols: ApplicationProtocols
  /// The hosts that the certificate is for; set when it is read, and never after that.
  private(set) var hosts = HTTPHostRule()

  /// Reads the files of a configuration.
  ///
  /// - Throws: ``HTTPServerError`` of code `badCertificate` that says what is wrong with which file.
  package init(_ configuration: TLSConfiguration) throws(HTTPServerError) {
    ERR_clear_error()
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw HTTPServerError(.noResources, "libssl has no memory left.", cause: TLSError.latest())
    }
    self.context = context
    applicationProtocols = ApplicationProtocols(configuration.applicationProtocols)
    setRules()
    try load(configuration)
    hosts = HTTPHostRule(names: Self.names(of: SSL_CTX_get0_certificate(context)))
    let unretained = Unmanaged.passUnretained(applicationProtocols).toOpaque()  // every session retains this context
    SSL_CTX_set_alpn_select_cb(
      context,
      { _, chosen, chosenCount, offered, offeredCount, protocols in
        guard let protocols, let offered, let chosen, let chosenCount else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        let offers = UnsafeBufferPointer(start: offered, count: Int(offeredCount))  // libssl's, lent for this call
        let own = Unmanaged<ApplicationProtocols>.fromOpaque(protocols).takeUnretainedValue()
        guard let match = own.choose(from: offers) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        chosen.pointee = offered + match.lowerBound
        chosenCount.pointee = UInt8(match.count)
        return SSL_TLSEXT_ERR_OK
      }, unretained)
  }

  deinit { SSL_CTX_free(context) }

  /// Makes the state of one connection; `nil` where libssl has no memory left.
  func makeSession() -> OpaquePointer? { SSL_new(context) }

  private func setRules() {
    _ = woof_SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)
    SSL_CTX_set_options(
      context,
      woof_SSL_OP_NO_COMPRESSION | woof_SSL_OP_NO_RENEGOTIATION | woof_SSL_OP_CIPHER_SERVER_PREFERENCE
        | woof_SSL_OP_PRIORITIZE_CHACHA)
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20")
    SSL_CTX_set_ciphersuites(
      context, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256")
    _ = woof_SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384")
    // Sessions are resumed by tickets, which the client keeps; nothing is kept here.
    _ = woof_SSL_CTX_set_session_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
    _ = woof_SSL_CTX_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
    woof_SSL_CTX_set_read_ahead(context, 1)
    // A key that needs a passphrase is refused, and not asked for on the terminal.
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
  }

  private func load(_ configuration: TLSConfiguration) throws(HTTPServerError) {
    let (chain, key) = (configuration.certificateChainFile, configuration.privateKeyFile)
    try Self.checkIsReadable(chain, "certificate")
    try Self.checkIsReadable(key, "private key")
    guard SSL_CTX_use_certificate_chain_file(context, chain) == 1 else {
      throw Self.error("The file \(chain) does not hold a certificate in PEM form.")
    }
    guard SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      let error = TLSError.latest()
      throw error.reason == Int(X509_R_KEY_VALUES_MISMATCH)
        ? HTTPServerError(
          .badCertificate, "The private key in \(key) does not belong to the certificate in \(chain).", cause: error)
        : HTTPServerError(
          .badCertificate, "The file \(key) does not hold a private key in PEM form without a passphrase.", cause: error
        )
    }
    guard SSL_CTX_check_private_key(context) == 1 else {
      throw Self.error("The private key in \(key) does not belong to the certificate in \(chain).")
    }
  }

  /// The DNS names among a certificate's alternative names (RFC 9525 §6.3).
  private static func names(of certificate: OpaquePointer?) -> [String] {
    guard let certificate, let list = woof_X509_get_alternative_names(certificate) else { return [] }
    defer { woof_GENERAL_NAMES_free(list) }
    return (0..<woof_sk_GENERAL_NAME_num(list)).compactMap { index in
      guard let name = woof_sk_GENERAL_NAME_dns(list, index) else { return nil }
      let count = Int(ASN1_STRING_length(name))
      let bytes = UnsafeBufferPointer(start: ASN1_STRING_get0_data(name), count: count)  // the list owns them
      return String(validating: bytes, as: UTF8.self)
    }
  }

  private static func checkIsReadable(_ file: String, _ kind: String) throws(HTTPServerError) {
    guard access(file, R_OK) != 0 else { return }
    let error = SystemError(call: "access", number: errno)
    throw HTTPServerError(.badCertificate, "The \(kind) file \(file) cannot be read.", cause: error)
  }

  private static func error(_ message: String) -> HTTPServerError {
    HTTPServerError(.badCertificate, message, cause: TLSError.latest())
  }
}

/// The protocols that a listener speaks, as ALPN (RFC 7301) settles them.
package final class ApplicationProtocols: Sendable {
  /// The name of HTTP/2 (RFC 9113 §3.2).
  package static let http2 = "h2"

  private let names: [[UInt8]]

  /// Makes a list of protocols, best first.
  init(_ names: [String]) { self.names = names.map { Array($0.utf8) } }

  /// Picks the best of our protocols that a client offers: where it stands in the offer, which is a list of names, each
  /// after its length. `nil` where there is none, or the offer is broken.
  func choose(from offer: some Collection<UInt8>) -> Range<Int>? {
    var best: (rank: Int, range: Range<Int>)?
    let offer = Array(offer)
    var offset = 0
    while offset < offer.count {
      let range = offset + 1..<offset + 1 + Int(offer[offset])
      guard range.upperBound <= offer.count else { return nil }
      if let rank = names.firstIndex(where: { $0.elementsEqual(offer[range]) }), rank < best?.rank ?? .max {
        best = (rank, range)
      }
      offset = range.upperBound
    }
    return best?.range
  }
}

/// The encryption of a listener: TLS 1.2 and 1.3 with forward secrecy and authenticated ciphers only, without
/// renegotiation or compression.
package struct TLSConfiguration: Hashable, Sendable {
  /// A PEM file with the server's certificate, then those of its issuers.
  package var certificateChainFile: String
  /// A PEM file with the certificate's private key, not encrypted.
  package var privateKeyFile: String
  /// The protocols offered in ALPN (RFC 7301), best first. Default: `h2`, then `http/1.1`.
  package var applicationProtocols = [ApplicationProtocols.http2, "http/1.1"]

  /// Makes a configuration of two files, which are read when the server starts and when it is told to reload.
  package init(certificateChainFile: String, privateKeyFile: String) {
    self.certificateChainFile = certificateChainFile
    self.privateKeyFile = privateKeyFile
  }
}

/// Holds the context that new connections of a listener take. Reloading puts a new one in; connections keep theirs.
package final class TLSContextSlot: Sendable {
  private let context: Mutex<TLSContext>

  init(_ context: TLSContext) { self.context = Mutex(context) }

  /// The context for a new connection.
  package var current: TLSContext { context.withLock { $0 } }

  /// Puts a new context in.
  package func replace(with new: TLSContext) { context.withLock { $0 = new } }
}

/// A failure as libssl reports it.
struct TLSError: Error, Hashable, CustomStringConvertible {
  /// The code of libssl.
  let code: UInt

  /// The reason within its library.
  var reason: Int { Int(ERR_GET_REASON(code)) }

  /// The words of libssl.
  var description: String {
    guard code != 0 else { return "no reason given" }
    return ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
  }

  /// The last error of this thread. Its queue is empty afterwards.
  static func latest() -> TLSError {
    defer { ERR_clear_error() }
    return TLSError(code: ERR_peek_last_error())
  }
}
