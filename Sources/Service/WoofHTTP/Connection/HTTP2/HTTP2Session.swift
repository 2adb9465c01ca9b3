// SPDX-License-Identifier: Apache-2.0

import CNGHTTP2

/// Receives what an ``HTTP2Session`` reads, and provides the bodies that it sends. All calls come while the session reads
/// or writes; none may make it read or write.
package protocol HTTP2SessionObserver: AnyObject {
  /// A frame has come, of which libnghttp2 has not seen the contents.
  func began(_ frame: HTTP2FrameHeader)
  /// The head of a request begins; the value is the number of its stream.
  func headBegan(_ stream: Int32)
  /// A field of a head or of a trailer has come. Its bytes are lent for this call.
  func received(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, on stream: Int32)
  /// A head, or a trailer, is complete; with `isLast` nothing more comes on the stream.
  func fieldsEnded(_ stream: Int32, isLast: Bool)
  /// Bytes of a body have come, lent for this call. They count against the windows until the session is told that they
  /// are consumed.
  func received(_ bytes: UnsafeRawBufferPointer, on stream: Int32)
  /// A body is complete.
  func bodyEnded(_ stream: Int32)
  /// The last frame of a response is on its way.
  func sentLastFrame(_ stream: Int32)
  /// A stream is closed in both directions; with `code` other than `noError` it was reset.
  func closed(_ stream: Int32, _ code: HTTP2ErrorCode)
  /// A stream is reset from here.
  func sentReset(_ stream: Int32, _ code: HTTP2ErrorCode)
  /// A `PING` from here has been answered.
  func pingAnswered()
  /// `true` while the output takes more frames.
  var hasRoom: Bool { get }
  /// Appends frames to the output. The bytes are lent for this call.
  func send(_ frames: UnsafeRawBufferPointer)
  /// The bytes of a body that can be sent now, at most `limit`.
  func nextBytes(_ stream: Int32, atMost limit: Int) -> HTTP2BodyStep
  /// Appends the bytes that ``nextBytes(_:atMost:)`` has promised to the output, behind the header of their frame;
  /// returns `false` where they cannot be had.
  func send(_ count: Int, of stream: Int32, behind header: UnsafeRawBufferPointer) -> Bool
}

/// An error code (RFC 9113 §7).
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nothing is wrong.
  package static let noError = HTTP2ErrorCode(rawValue: 0x0)
  /// The peer breaks the rules.
  package static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
  /// The server failed.
  package static let internalError = HTTP2ErrorCode(rawValue: 0x2)
  /// A window is exceeded, or grows too large.
  package static let flowControlError = HTTP2ErrorCode(rawValue: 0x3)
  /// The peer has ended the stream, and goes on with it.
  package static let streamClosed = HTTP2ErrorCode(rawValue: 0x5)
  /// The stream was not looked at; its request may be sent again.
  package static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
  /// The stream is no longer needed.
  package static let cancel = HTTP2ErrorCode(rawValue: 0x8)
  /// The peer makes too much work.
  package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xb)
}

/// The next part of a body that is to be sent.
package enum HTTP2BodyStep: Hashable {
  /// So many bytes, the last ones of the body where `isLast` is set.
  case bytes(Int, isLast: Bool)
  /// Nothing at the moment; the session is told when there is something.
  case waiting
  /// The body cannot be completed.
  case failed
}

/// The frames, streams, windows, priorities and field compression of one HTTP/2 connection, which libnghttp2 knows (RFC
/// 9113, RFC 7541, RFC 9218). It touches no socket: bytes go in by ``receive(_:)`` and come out by ``write()``.
/// Confined to the connection's loop.
package final class HTTP2Session {
  /// The bytes with which a client begins a connection (RFC 9113 §3.4).
  package static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// The session cannot go on: memory is short, or the peer did not begin with the connection preface.
  package struct Failure: Error, Hashable {
    /// The code of libnghttp2.
    package let code: Int
  }

  /// The sizes that the session announces to the peer.
  package struct Settings: Hashable {
    /// The streams that the peer may have open at the same time.
    package var concurrentStreamCount = 100
    /// The bytes of a list of fields, as RFC 9113 §6.5.2 counts them.
    package var fieldListByteCount = 16 * 1024
    /// The bytes of a body that may come before the first are consumed, of one stream.
    package var streamWindow: Int32 = 64 * 1024
    /// The same for all streams together.
    package var connectionWindow: Int32 = 1024 * 1024

    /// Makes the default sizes.
    package init() {}
  }

  private let session: OpaquePointer
  private unowned let observer: any HTTP2SessionObserver
  private var scanner = HTTP2FrameScanner()
  private var history = HTTP2StreamHistory()
  /// `true` once a frame has come that may not come; what follows it is not looked at.
  private var isBroken = false

  /// Begins the server's end of a connection; its settings are the first thing to be written. `nil` where libnghttp2 has
  /// no memory left.
  package init?(_ settings: Settings, observer: any HTTP2SessionObserver) {
    var made: OpaquePointer?
    guard nghttp2_session_server_new2(&made, Self.callbacks, nil, Self.options) == 0, let made else { return nil }
    session = made
    self.observer = observer
    nghttp2_session_set_user_data(made, Unmanaged.passUnretained(self).toOpaque())  // the session is deleted with this
    guard submit(settings) else { return nil }
  }

  deinit { nghttp2_session_del(session) }

  private func submit(_ settings: Settings) -> Bool {
    let entries = [
      (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(clamping: settings.concurrentStreamCount)),
      (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, UInt32(clamping: settings.streamWindow)),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UInt32(clamping: settings.fieldListByteCount)),
      (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
    ].map { nghttp2_settings_entry(settings_id: Int32($0.rawValue), value: $1) }
    return nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count) == 0
      && setWindow(ofConnection: settings.connectionWindow)
  }

  // MARK: Reading

  /// Takes in all of the bytes, and tells the observer what they are.
  ///
  /// - Throws: ``Failure`` where the connection cannot go on; what is left to be written still has to be.
  package func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard !isBroken else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[scanner.completeHeader(with: bytes)...])
    if let header = scanner.takeHeader() {
      if let code = header.withUnsafeBytes({ began(HTTP2FrameHeader($0)) }) { return breakOff(code) }
      try read(header, header.count)
    }
    let (count, code) = scanner.scan(rest, began: began)
    try read(rest.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
    if let code { breakOff(code) }
  }

  private func began(_ frame: HTTP2FrameHeader) -> HTTP2ErrorCode? {
    if let code = history.began(frame) { return code }
    observer.began(frame)
    return nil
  }

  private func read(_ bytes: UnsafePointer<UInt8>?, _ count: Int) throws(Failure) {  // lent for this call
    guard count > 0 else { return }
    let taken = nghttp2_session_mem_recv(session, bytes, count)
    if taken < 0 { throw Failure(code: taken) }
  }

  private func breakOff(_ code: HTTP2ErrorCode) {
    isBroken = true
    end(code)
  }

  /// Notes that bytes of a body have been used, so that the peer may send as many more.
  package func consumed(_ count: Int, of stream: Int32) { nghttp2_session_consume(session, stream, count) }

  /// Notes that bytes of a body will not be used, and that its stream is closed or about to be.
  package func dropped(_ count: Int) { nghttp2_session_consume_connection(session, count) }

  /// Changes the bytes of one stream's body that may come before the first are consumed.
  func setWindow(_ size: Int32, of stream: Int32) {
    nghttp2_session_set_local_window_size(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, size)
  }

  /// Changes the bytes of all bodies together that may come before the first are consumed.
  @discardableResult
  func setWindow(ofConnection size: Int32) -> Bool {
    nghttp2_session_set_local_window_size(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, size) == 0
  }

  // MARK: Writing

  /// `true` once nothing more is to be read or written: the connection is over.
  package var isOver: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

  /// Hands frames to the observer, as long as there are some and it has room.
  ///
  /// - Throws: ``Failure`` where memory is short.
  package func write() throws(Failure) {
    while observer.hasRoom {
      var bytes: UnsafePointer<UInt8>?  // the session's, until it is called again
      let count = nghttp2_session_mem_send(session, &bytes)
      if count < 0 { throw Failure(code: count) }
      if count == 0 { return }
      observer.send(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  /// Sends a response's head, and after it the body that the observer provides where `hasBody` is set.
  package func submitResponse(_ fields: HTTP2FieldList, on stream: Int32, hasBody: Bool) {
    var provider = nghttp2_data_provider()
    provider.read_callback = Self.readBody
    fields.withEntries { entries in
      _ = withUnsafePointer(to: provider) { provider in
        nghttp2_submit_response(session, stream, entries.baseAddress, entries.count, hasBody ? provider : nil)
      }
    }
  }

  /// Sends an interim response.
  package func submitInterim(_ fields: HTTP2FieldList, on stream: Int32) {
    fields.withEntries { entries in
      _ = nghttp2_submit_headers(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, entries.baseAddress, entries.count, nil)
    }
  }

  /// Returns `true` if the peer's window of a stream has room.
  func hasWindow(_ stream: Int32) -> Bool { nghttp2_session_get_stream_remote_window_size(session, stream) > 0 }

  /// Goes on with a body that was waiting.
  package func resume(_ stream: Int32) { nghttp2_session_resume_data(session, stream) }

  /// Sets the priority of a response (RFC 9218), whatever the client says.
  func prioritize(_ stream: Int32, urgency: Int, isIncremental: Bool) {
    var priority = nghttp2_extpri(urgency: UInt32(clamping: urgency), inc: isIncremental ? 1 : 0)
    nghttp2_session_change_extpri_stream_priority(session, stream, &priority, 1)
  }

  /// Ends a stream at once.
  package func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code.rawValue)
  }

  // MARK: The end

  /// Tells the peer that no new streams are wanted, and asks for a sign that it has heard (RFC 9113 §6.8). Streams that it
  /// has begun meanwhile are served.
  package func announceEnd() { nghttp2_submit_shutdown_notice(session) }

  /// Takes no new streams from now on, and ends the connection when those that are open have ended.
  package func refuseNewStreams() {
    let last = nghttp2_session_get_last_proc_stream_id(session)
    nghttp2_submit_goaway(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, HTTP2ErrorCode.noError.rawValue, nil, 0)
  }

  /// Ends the connection and all its streams.
  func end(_ code: HTTP2ErrorCode) { nghttp2_session_terminate_session(session, code.rawValue) }
}

// MARK: libnghttp2's calls

extension HTTP2Session {
  private static func of(_ userData: UnsafeMutableRawPointer?) -> HTTP2Session? {
    userData.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let resetsStream = NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue

  private static let readBody: nghttp2_data_source_read_callback = { _, stream, _, limit, flags, _, userData in
    guard let session = HTTP2Session.of(userData), let flags else { return Int(HTTP2Session.resetsStream) }
    switch session.observer.nextBytes(stream, atMost: limit) {
    case .failed: return Int(HTTP2Session.resetsStream)
    case .waiting: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    case .bytes(let count, let isLast):
      flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue
      if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
      return count
    }
  }

  /// The options of all sessions.
  nonisolated(unsafe) private static let options: OpaquePointer? = {  // not changed once it is made
    var options: OpaquePointer?
    nghttp2_option_new(&options)
    nghttp2_option_set_no_auto_window_update(options, 1)
    nghttp2_option_set_no_closed_streams(options, 1)
    // HTTP2WasteLimit counts resets, and gives back what a client has used well.
    nghttp2_option_set_stream_reset_rate_limit(options, UInt64(UInt32.max), UInt64(UInt32.max))
    nghttp2_option_set_builtin_recv_extension_type(options, UInt8(NGHTTP2_PRIORITY_UPDATE.rawValue))
    return options
  }()

  /// The calls by which libnghttp2 tells a session of what it reads and writes.
  nonisolated(unsafe) private static let callbacks: OpaquePointer? = {  // not changed once it is made
    var callbacks: OpaquePointer?
    nghttp2_session_callbacks_new(&callbacks)
    setReadingCallbacks(callbacks)
    setFieldCallbacks(callbacks)
    setWritingCallbacks(callbacks)
    return callbacks
  }()

  private static func setReadingCallbacks(_ callbacks: OpaquePointer?) {
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, userData in
      guard let frame, let session = HTTP2Session.of(userData) else { return 0 }
      session.received(frame.pointee)
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, userData in
      HTTP2Session.of(userData)?.observer.received(UnsafeRawBufferPointer(start: bytes, count: count), on: stream)
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, userData in
      HTTP2Session.of(userData)?.observer.closed(stream, HTTP2ErrorCode(rawValue: code))
      return 0
    }
  }

  private func received(_ frame: nghttp2_frame) {
    let isLast = frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    switch UInt32(frame.hd.type) {
    case NGHTTP2_HEADERS.rawValue: observer.fieldsEnded(frame.hd.stream_id, isLast: isLast)
    case NGHTTP2_DATA.rawValue where isLast: observer.bodyEnded(frame.hd.stream_id)
    case NGHTTP2_PING.rawValue where frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0: observer.pingAnswered()
    default: break
    }
  }

  private static func setFieldCallbacks(_ callbacks: OpaquePointer?) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, userData in
      guard let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
      HTTP2Session.of(userData)?.observer.headBegan(frame.pointee.hd.stream_id)
      return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, userData in
      guard let frame else { return 0 }
      HTTP2Session.of(userData)?.observer.received(
        name: UnsafeBufferPointer(start: name, count: nameCount),
        value: UnsafeBufferPointer(start: value, count: valueCount), on: frame.pointee.hd.stream_id)
      return 0
    }
    // Fields that RFC 9113 §8.2.1 calls malformed would be left out without this.
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { session, frame, _, _, _, _, _, _ in
      guard let frame else { return 0 }
      nghttp2_submit_rst_stream(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), frame.pointee.hd.stream_id, HTTP2ErrorCode.protocolError.rawValue)
      return HTTP2Session.resetsStream
    }
  }

  private static func setWritingCallbacks(_ callbacks: OpaquePointer?) {
    nghttp2_session_callbacks_set_send_data_callback(callbacks) { _, frame, header, count, _, userData in
      guard let frame, let session = HTTP2Session.of(userData) else { return HTTP2Session.resetsStream }
      guard session.observer.hasRoom else { return NGHTTP2_ERR_WOULDBLOCK.rawValue }
      let header = UnsafeRawBufferPointer(start: header, count: HTTP2FrameHeader.byteCount)
      return session.observer.send(count, of: frame.pointee.hd.stream_id, behind: header)
        ? 0 : HTTP2Session.resetsStream
    }
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, userData in
      guard let frame, let session = HTTP2Session.of(userData) else { return 0 }
      session.sent(frame.pointee)
      return 0
    }
  }

  private func sent(_ frame: nghttp2_frame) {
    switch UInt32(frame.hd.type) {
    case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
      let isLast = frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      if isLast { observer.sentLastFrame(frame.hd.stream_id) }
    case NGHTTP2_GOAWAY.rawValue where frame.goaway.last_stream_id == Int32.max:
      // Submitted together with the notice, it would be sent before it.
      nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
    case NGHTTP2_RST_STREAM.rawValue:
      let code = HTTP2ErrorCode(rawValue: frame.rst_stream.error_code)
      // Settings that make a window too large are an error of the connection (RFC 9113 §6.9.2), of which libnghttp2 makes
      // one of the stream. A peer that opens a window too far, or sends beyond it, counts wrongly as well.
      if code == .flowControlError { end(code) }
      observer.sentReset(frame.hd.stream_id, code)
    default: break
    }
  }
}
