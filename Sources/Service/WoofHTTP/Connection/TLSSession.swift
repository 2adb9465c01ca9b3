// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The bytes beneath the encryption of one connection.
protocol TLSTransport: AnyObject {
  /// Receives sealed bytes, as far as they have come.
  func receiveRaw(into room: UnsafeMutableRawBufferPointer) -> Transfer
  /// The encryption is of no more use, so nothing goes through any more.
  func breakOff()
}

/// The encryption of one connection. What it seals gathers in ``sealed``, to leave in as few calls as possible; what it
/// opens comes straight from the transport. Confined to the connection's loop.
final class TLSSession {
  /// The number of bytes that are sealed before they are sent: four full records.
  static let batchSize = 64 * 1024

  /// An outcome of a step of the handshake.
  enum Handshake {
    case done
    /// More bytes have to come from the peer.
    case waiting
    /// The peer speaks plain HTTP.
    case plainHTTP
    case failed
  }

  /// Records that wait to be sent.
  var sealed: OutputBuffer
  private let context: TLSContext
  private let session: OpaquePointer
  private unowned let transport: any TLSTransport
  private var hasFinished = false

  /// Makes the server's end of an encrypted connection; `nil` where libssl has no memory left.
  init?(_ context: TLSContext, transport: any TLSTransport, pool: BlockPool) {
    guard let session = context.makeSession() else { return nil }
    self.context = context
    self.session = session
    self.transport = transport
    sealed = OutputBuffer(pool: pool)
    guard let stream = BIO_new(Self.streamMethod) else { return nil }
    BIO_set_data(stream, Unmanaged.passUnretained(self).toOpaque())  // the stream is freed with the session
    BIO_set_init(stream, 1)
    SSL_set_bio(session, stream, stream)
    SSL_set_accept_state(session)
  }

  deinit { SSL_free(session) }

  /// The hosts that the certificate is for.
  var hosts: HTTPHostRule { context.hosts }

  /// `true` if records wait to be sent.
  var hasOutput: Bool { !sealed.isEmpty }
  /// `true` if libssl holds bytes of the transport that have not been handed on.
  var hasInput: Bool { SSL_has_pending(session) == 1 }

  /// The protocol that ALPN has settled on; `nil` where the client offered none.
  var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?  // the session's
    var count: UInt32 = 0
    SSL_get0_alpn_selected(session, &name, &count)
    return name.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
  }

  /// Goes on with the handshake as far as the bytes that have come allow.
  func handshake() -> Handshake {
    ERR_clear_error()
    let result = SSL_do_handshake(session)
    if result == 1 { return .done }
    switch SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ: return .waiting
    case SSL_ERROR_SSL where TLSError.latest().reason == Int(SSL_R_HTTP_REQUEST): return .plainHTTP
    default: return .failed
    }
  }

  /// Seals bytes.
  func encrypt(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    // The stream takes everything at once, so less than everything means that the session is of no more use.
    if SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)) != bytes.count { transport.breakOff() }
  }

  /// Opens what has come.
  func decrypt(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    ERR_clear_error()
    let result = SSL_read(session, room.baseAddress, Int32(clamping: room.count))
    if result > 0 { return .count(Int(result)) }
    return switch SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ: .wouldBlock
    default: .count(0)  // the peer's farewell, its end without one, or nonsense: nothing more comes
    }
  }

  /// Seals the farewell (RFC 8446 §6.1), once.
  func finish() {
    guard !hasFinished else { return }
    hasFinished = true
    ERR_clear_error()
    SSL_shutdown(session)
  }

  // MARK: The stream beneath

  /// Reads from the transport and writes to ``sealed``.
  nonisolated(unsafe) private static let streamMethod: OpaquePointer? = {  // not changed once it is made
    let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "connection")
    BIO_meth_set_read(method) { stream, room, count in TLSSession.read(stream, room, count) }
    BIO_meth_set_write(method) { stream, bytes, count in TLSSession.write(stream, bytes, count) }
    BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return method
  }()

  private static let retryFlags = BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY

  private static func of(_ stream: OpaquePointer?) -> TLSSession? {
    BIO_get_data(stream).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func read(_ stream: OpaquePointer?, _ room: UnsafeMutablePointer<CChar>?, _ count: Int32) -> Int32 {
    BIO_clear_flags(stream, retryFlags)
    guard let session = of(stream) else { return -1 }
    let bytes = UnsafeMutableRawBufferPointer(start: room, count: Int(count))  // libssl's, lent for this call
    switch session.transport.receiveRaw(into: bytes) {
    case .count(let count): return Int32(count)
    case .failed: return -1
    case .wouldBlock:
      BIO_set_flags(stream, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
      return -1
    }
  }

  private static func write(_ stream: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Int32 {
    BIO_clear_flags(stream, retryFlags)
    guard let session = of(stream) else { return -1 }
    session.sealed.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return count
  }
}
