// SPDX-License-Identifier: Apache-2.0

import CLinux
import COpenSSL
import Glibc

@testable import TestKit

/// A client that encrypts with libssl.
final class TLSClient: ResponseSource, @unchecked Sendable {  // used by one test at a time
  struct Options {
    var minimalVersion = TLS1_2_VERSION
    var maximalVersion = TLS1_3_VERSION
    var applicationProtocols: [String] = []
    /// A PEM file of certificates to trust; without one nothing is checked.
    var trustedFile: String?
    var session: OpaquePointer?
    /// TLS 1.1 is only offered at libssl's lowest security level.
    var lowersSecurity = false
    /// The bytes that are sent before the TLS handshake; none by default.
    var preamble: [UInt8] = []
  }

  private let raw: RawClient
  private let context: OpaquePointer
  private let session: OpaquePointer
  private var unread: [UInt8] = []

  init(port: Int, _ options: Options = Options()) throws {
    raw = try RawClient(port: port)
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(raw.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try raw.send(options.preamble)
    guard let context = SSL_CTX_new(TLS_client_method()), let session = Self.makeSession(context, options) else {
      throw RawClient.Failure(reason: "libssl")
    }
    self.context = context
    self.session = session
    SSL_set_fd(session, raw.descriptor)
    guard SSL_connect(session) == 1 else {
      let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "nothing said"
      ERR_clear_error()
      throw RawClient.Failure(reason: "handshake: \(reason)")
    }
  }

  deinit {
    SSL_free(session)
    SSL_CTX_free(context)
  }

  private static func makeSession(_ context: OpaquePointer, _ options: Options) -> OpaquePointer? {
    ERR_clear_error()
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(options.minimalVersion), nil)
    SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(options.maximalVersion), nil)
    if options.lowersSecurity { SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0") }
    if let file = options.trustedFile {
      SSL_CTX_load_verify_locations(context, file, nil)
      SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    }
    guard let session = SSL_new(context) else { return nil }
    if options.trustedFile != nil { SSL_set1_host(session, "localhost") }
    let protocols = options.applicationProtocols.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
    if !protocols.isEmpty { SSL_set_alpn_protos(session, protocols, UInt32(protocols.count)) }
    if let resumed = options.session { SSL_set_session(session, resumed) }
    return session
  }

  var version: String { String(cString: SSL_get_version(session)) }
  var cipher: String { String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(session))) }
  var isResumed: Bool { SSL_session_reused(session) == 1 }

  /// What a later connection can resume; the caller frees it.
  func makeResumption() -> OpaquePointer? { SSL_get1_session(session) }

  var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(session, &name, &count)
    return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
  }

  /// The serial number of the server's certificate.
  var serialNumber: [UInt8] {
    guard let certificate = SSL_get1_peer_certificate(session) else { return [] }
    defer { X509_free(certificate) }
    guard let number = ASN1_INTEGER_to_BN(X509_get_serialNumber(certificate), nil) else { return [] }
    defer { BN_free(number) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = BN_bn2bin(number, &bytes)
    return Array(bytes.prefix(Int(count)))
  }

  /// Whether the server takes a renegotiation.
  func renegotiates() -> Bool {
    SSL_renegotiate(session) == 1 && SSL_do_handshake(session) == 1 && SSL_renegotiate_pending(session) == 0
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    guard bytes.isEmpty || SSL_write(session, bytes, Int32(bytes.count)) == bytes.count else {
      throw RawClient.Failure(reason: "SSL_write")
    }
  }

  /// The next bytes; empty when the server has said farewell.
  private func receive() throws -> [UInt8] {
    if !unread.isEmpty {
      defer { unread = [] }
      return unread
    }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    ERR_clear_error()
    let count = SSL_read(session, &bytes, Int32(bytes.count))
    if count > 0 { return Array(bytes[..<Int(count)]) }
    guard SSL_get_error(session, count) == SSL_ERROR_ZERO_RETURN else {
      throw RawClient.Failure(reason: "the connection ended without a farewell")
    }
    return []
  }

  func receive(count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += try some() }
    unread = Array(bytes[count...]) + unread
    return Array(bytes[..<count])
  }

  func receive(through mark: String) throws -> String {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array(mark.utf8))?.upperBound {
        unread = Array(bytes[end...]) + unread
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      bytes += try some()
    }
  }

  /// Whether the server says farewell next.
  func isToldFarewell() throws -> Bool { try receive().isEmpty }

  private func some() throws -> [UInt8] {
    let bytes = try receive()
    guard !bytes.isEmpty else { throw RawClient.Failure(reason: "the connection ended") }
    return bytes
  }
}
