// SPDX-License-Identifier: Apache-2.0

import CNGHTTP2
import Glibc
import WoofHTTPSemantics

/// A connection to a service over HTTP/2, in plain and with prior knowledge (RFC 9113 §3.3), which carries several requests
/// at once. Its calls block. Used by one thread at a time.
final class HTTP2Streams {
  /// A response that has begun.
  private struct Exchange {
    /// The request's place among those that were sent together.
    let index: Int
    var body: [UInt8]
    var sentCount = 0
    var response = HTTPClientResponse(status: 0, fields: [:], body: [])
    /// The code with which the stream ended; `nil` while it is open.
    var end: UInt32?
  }

  private let descriptor: Int32
  private let session: OpaquePointer
  private var exchanges: [Int32: Exchange] = [:]
  private var block = [UInt8](repeating: 0, count: 262_144)

  /// Connects to a port of this machine.
  ///
  /// - Throws: ``HTTPResponseFault`` if no process listens, or memory is short.
  init(port: UInt16) throws(HTTPResponseFault) {
    guard let descriptor = LoopbackSocket.connect(port: port, blocking: true) else {
      throw HTTPResponseFault("no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    var made: OpaquePointer?
    guard nghttp2_session_client_new(&made, Self.callbacks, nil) == 0, let made else {
      close(descriptor)
      throw HTTPResponseFault("there is no memory for a connection")
    }
    (self.descriptor, session) = (descriptor, made)
    nghttp2_session_set_user_data(made, Unmanaged.passUnretained(self).toOpaque())  // the session is deleted with this
    nghttp2_submit_settings(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil, 0)
  }

  deinit {
    nghttp2_session_del(session)
    close(descriptor)
  }

  /// Sends requests, each on a stream of its own, and waits for all responses.
  ///
  /// - Parameter take: Called with each response as it is complete, and with the index of its request. A stream that the
  ///   service has reset is answered with the status 0.
  /// - Throws: ``HTTPResponseFault`` where the connection ends before all responses are complete.
  func send(
    _ requests: [HTTPClientRequest], take: (Int, HTTPClientResponse) -> Void
  ) throws(HTTPResponseFault) {
    for (index, request) in requests.enumerated() { try submit(request, index) }
    while true {
      try write()
      for (stream, exchange) in exchanges {
        guard let end = exchange.end else { continue }
        exchanges[stream] = nil
        take(exchange.index, end == 0 ? exchange.response : .reset(end))
      }
      if exchanges.isEmpty { return }
      try read()
    }
  }

  private func submit(_ request: HTTPClientRequest, _ index: Int) throws(HTTPResponseFault) {
    var provider = nghttp2_data_provider()
    provider.read_callback = Self.readBody
    let fields = request.http2Fields.map { (Array($0.utf8), Array($1.utf8)) }
    let stream = Self.withEntries(fields[...], []) { entries in
      withUnsafePointer(to: provider) { provider in
        nghttp2_submit_request(session, nil, entries, entries.count, request.body == nil ? nil : provider, nil)
      }
    }
    guard stream > 0 else { throw HTTPResponseFault("the connection takes no more streams") }
    exchanges[stream] = Exchange(index: index, body: request.body ?? [])
  }

  /// Lends `body` the fields in the form of libnghttp2, which copies them.
  private static func withEntries<Result>(
    _ fields: ArraySlice<([UInt8], [UInt8])>, _ entries: [nghttp2_nv], _ body: ([nghttp2_nv]) -> Result
  ) -> Result {
    guard var (name, value) = fields.first else { return body(entries) }
    return name.withUnsafeMutableBufferPointer { name in
      value.withUnsafeMutableBufferPointer { value in
        let entry = nghttp2_nv(
          name: name.baseAddress, value: value.baseAddress, namelen: name.count, valuelen: value.count, flags: 0)
        return withEntries(fields.dropFirst(), entries + [entry], body)
      }
    }
  }

  private func write() throws(HTTPResponseFault) {
    while true {
      var bytes: UnsafePointer<UInt8>?  // the session's, until it is called again
      let count = nghttp2_session_mem_send(session, &bytes)
      guard count >= 0 else { throw HTTPResponseFault("libnghttp2 ended with \(count)") }
      if count == 0 { return }
      var sent = 0
      while sent < count {
        let part = Glibc.send(descriptor, bytes.map { $0 + sent }, count - sent, 0)
        guard part > 0 else { throw HTTPResponseFault("the connection ended while a request was sent") }
        sent += part
      }
    }
  }

  private func read() throws(HTTPResponseFault) {
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { throw HTTPResponseFault("the connection ended before an answer was complete") }
    guard nghttp2_session_mem_recv(session, block, count) >= 0 else {
      throw HTTPResponseFault("what came is not HTTP/2")
    }
  }
}

extension HTTPClientResponse {
  /// What stands for the response of a stream that was reset.
  fileprivate static func reset(_ code: UInt32) -> HTTPClientResponse {
    HTTPClientResponse(status: 0, fields: [:], body: Array("the stream was reset with the code \(code)".utf8))
  }
}

// MARK: libnghttp2's calls

extension HTTP2Streams {
  private static func of(_ userData: UnsafeMutableRawPointer?) -> HTTP2Streams? {
    userData.map { Unmanaged<HTTP2Streams>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let readBody: nghttp2_data_source_read_callback = { _, stream, bytes, limit, flags, _, userData in
    guard let streams = HTTP2Streams.of(userData), let exchange = streams.exchanges[stream], let bytes, let flags else {
      return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }
    let part = exchange.body.dropFirst(exchange.sentCount).prefix(limit)
    _ = UnsafeMutableBufferPointer(start: bytes, count: limit).update(fromContentsOf: part)
    streams.exchanges[stream]?.sentCount += part.count
    if exchange.sentCount + part.count == exchange.body.count { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return part.count
  }

  /// The calls by which libnghttp2 tells of what it reads.
  nonisolated(unsafe) private static let callbacks: OpaquePointer? = {  // not changed once it is made
    var callbacks: OpaquePointer?
    nghttp2_session_callbacks_new(&callbacks)
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameCount, value, valueCount, _, userData in
      guard let frame else { return 0 }
      HTTP2Streams.of(userData)?.note(
        UnsafeBufferPointer(start: name, count: nameCount), UnsafeBufferPointer(start: value, count: valueCount),
        on: frame.pointee.hd.stream_id)
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, userData in
      HTTP2Streams.of(userData)?.exchanges[stream]?.response.body += UnsafeBufferPointer(start: bytes, count: count)
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, userData in
      HTTP2Streams.of(userData)?.exchanges[stream]?.end = code
      return 0
    }
    return callbacks
  }()

  private func note(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
    let (name, value) = (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    guard name == ":status" else {
      exchanges[stream]?.response.fields[name] = value
      return
    }
    // The head that follows an interim one takes its place.
    exchanges[stream]?.response = HTTPClientResponse(status: Int(value) ?? 0, fields: [:], body: [])
  }
}
