// SPDX-License-Identifier: Apache-2.0

import CNGHTTP2
import COpenSSL

@testable import TestKit

/// A frame of HTTP/2 (RFC 9113 §4.1).
struct HTTP2Frame: Equatable {
  enum Kind: UInt8 {
    case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    case priorityUpdate = 16
    /// A type that nobody knows.
    case unknown = 0xfa
  }

  static let endStream: UInt8 = 1
  static let acknowledge: UInt8 = 1
  static let endHeaders: UInt8 = 4
  static let padded: UInt8 = 8
  static let priority: UInt8 = 32

  var kind: Kind
  var flags: UInt8 = 0
  var stream: UInt32 = 0
  var payload: [UInt8] = []
  /// The fields of a head that has come.
  var fields: [[String]] = []

  /// The frame as it is sent; `count` is said in its header where it is not the payload's.
  func bytes(announcing count: Int? = nil) -> [UInt8] {
    let count = UInt32(count ?? payload.count)
    return Array(count.bigEndianBytes[1...]) + [kind.rawValue, flags] + stream.bigEndianBytes + payload
  }

  /// The error code of a `RST_STREAM` or a `GOAWAY`.
  var code: UInt32? {
    switch kind {
    case .reset: UInt32(bigEndianBytes: payload.prefix(4))
    case .goAway: UInt32(bigEndianBytes: payload.dropFirst(4).prefix(4))
    default: nil
    }
  }

  var endsStream: Bool { flags & Self.endStream != 0 && (kind == .data || kind == .headers) }
}

extension UInt32 {
  /// The four bytes in network order.
  var bigEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(24 - 8 * $0)) } }

  init(bigEndianBytes bytes: some Collection<UInt8>) { self = bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// A response as it came on a stream.
struct HTTP2Response: Equatable {
  var fields: [[String]] = []
  /// The interim responses before it, each by its fields.
  var interim: [[[String]]] = []
  var body: [UInt8] = []

  var status: Int { Int(field(":status") ?? "") ?? 0 }
  var text: String { String(decoding: body, as: UTF8.self) }
  func field(_ name: String) -> String? { fields.first { $0[0] == name }?[1] }
}

/// A client that speaks HTTP/2 frame by frame, as a test says: in order or not.
final class HTTP2Client {
  /// An end of a stream or of the connection.
  enum End: Error, Equatable {
    case streamReset(UInt32)
    case goAway(UInt32)
    case closed
  }

  /// A connection that bytes go through.
  protocol Channel {
    func send(_ bytes: [UInt8]) throws
    func receive(count: Int) throws -> [UInt8]
  }

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private let channel: any Channel
  private let deflater: OpaquePointer?
  private let inflater: OpaquePointer?
  /// The frames that have come for other streams than the one that was asked for.
  private var unread: [HTTP2Frame] = []
  /// `true` if the windows are opened again as bytes come.
  var opensWindows = true
  /// `true` if the settings of the server are acknowledged as they come.
  var acknowledgesSettings = true
  /// What has been taken from the windows of the server, and given back, by stream.
  private var windowChanges: [UInt32: Int] = [:]
  private var largestWindows: [UInt32: Int] = [:]
  /// `true` if the server takes no further streams.
  private(set) var isGoingAway = false
  /// The settings of the server, by their number.
  private(set) var settings: [UInt16: UInt32] = [:]

  /// Connects; with `settings`, begins the connection in order.
  convenience init(port: Int, isEncrypted: Bool = false, settings: [(UInt16, UInt32)]? = []) throws {
    if isEncrypted {
      var options = TLSClient.Options()
      options.applicationProtocols = ["h2"]
      try self.init(over: TLSClient(port: port, options), settings: settings)
    } else {
      try self.init(over: RawClient(port: port), settings: settings)
    }
  }

  /// Takes a connection; with `settings`, begins it in order.
  init(over channel: any Channel, settings: [(UInt16, UInt32)]? = []) throws {
    self.channel = channel
    (deflater, inflater) = Self.makeCoders()
    if let settings { try begin(settings) }
  }

  deinit {
    nghttp2_hd_deflate_del(deflater)
    nghttp2_hd_inflate_del(inflater)
  }

  private static func makeCoders() -> (OpaquePointer?, OpaquePointer?) {
    var (deflater, inflater): (OpaquePointer?, OpaquePointer?)
    nghttp2_hd_deflate_new(&deflater, 4096)
    nghttp2_hd_inflate_new(&inflater)
    return (deflater, inflater)
  }

  /// `true` if a server without encryption has sent something, or ended the connection, that has not been read.
  var hasNews: Bool { (channel as? RawClient)?.hasNews == true }

  func close() { (channel as? RawClient)?.close() }

  // MARK: Sending

  /// `true` if the room that a response gave back is told with the next request, as by clients that save system calls, and
  /// not before that; `false` by default. For one request at a time.
  var tellsRoomWithNextRequest = false
  private var untold: [HTTP2Frame] = []

  /// Sends the preface and settings.
  func begin(_ settings: [(UInt16, UInt32)] = []) throws {
    try send(Self.preface)
    try send(Self.settingsFrame(settings))
  }

  static func settingsFrame(_ settings: [(UInt16, UInt32)]) -> HTTP2Frame {
    let payload = settings.flatMap { number, value in
      [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] + value.bigEndianBytes
    }
    return HTTP2Frame(kind: .settings, payload: payload)
  }

  func send(_ bytes: [UInt8]) throws { try channel.send(bytes) }

  func send(_ frames: HTTP2Frame...) throws {
    for frame in frames where frame.kind == .data {
      for stream in [0, frame.stream] { windowChanges[stream, default: 0] -= frame.payload.count }
    }
    let all = untold + frames
    untold = []
    try send(all.flatMap { $0.bytes() })
  }

  /// The fields of a request, compressed.
  func encoded(_ fields: [[String]]) -> [UInt8] {
    var storage = fields.map { ($0[0].utf8.map { $0 }, $0[1].utf8.map { $0 }) }
    var room = [UInt8](repeating: 0, count: 64 + fields.joined().reduce(0) { $0 + 2 * $1.utf8.count + 32 })
    let count = storage.withUnsafeMutableBufferPointer { storage in
      let pairs = storage.map { name, value in
        nghttp2_nv(
          name: name.copied, value: value.copied, namelen: name.count, valuelen: value.count, flags: 0)
      }
      defer { for pair in pairs { pair.name.deallocate(); pair.value.deallocate() } }
      return nghttp2_hd_deflate_hd(deflater, &room, room.count, pairs, pairs.count)
    }
    return Array(room.prefix(max(0, Int(count))))
  }

  /// The usual fields of a request.
  static func request(
    _ method: String = "GET", _ path: String = "/", _ more: [[String]] = []
  ) -> [[String]] {
    [[":method", method], [":scheme", "http"], [":path", path], [":authority", "x"]] + more
  }

  /// Sends the head of a request, and its body where there is one.
  func sendRequest(
    _ fields: [[String]] = HTTP2Client.request(), on stream: UInt32 = 1, body: [UInt8]? = nil
  ) throws {
    try sendHead(fields, on: stream, isLast: body == nil)
    if let body { try send(HTTP2Frame(kind: .data, flags: HTTP2Frame.endStream, stream: stream, payload: body)) }
  }

  /// Sends the head of a request.
  func sendHead(_ fields: [[String]], on stream: UInt32 = 1, isLast: Bool) throws {
    let flags = HTTP2Frame.endHeaders | (isLast ? HTTP2Frame.endStream : 0)
    try send(HTTP2Frame(kind: .headers, flags: flags, stream: stream, payload: encoded(fields)))
  }

  // MARK: Receiving

  /// The next frame; `nil` at the end of the connection.
  func receive() throws -> HTTP2Frame? {
    guard let header = try? channel.receive(count: 9) else { return nil }
    guard let kind = HTTP2Frame.Kind(rawValue: header[3]) else { throw RawClient.Failure(reason: "frame \(header)") }
    let payload = try channel.receive(count: Int(UInt32(bigEndianBytes: header[..<3])))
    let stream = UInt32(bigEndianBytes: header[5...]) & 0x7fff_ffff
    var frame = HTTP2Frame(kind: kind, flags: header[4], stream: stream, payload: payload)
    if kind == .headers { frame.fields = try decoded(payload) }
    try react(to: frame)
    return frame
  }

  /// Receives what still comes until the connection ends, whatever it is.
  func receiveRest() { while (try? channel.receive(count: 1)) != nil {} }

  private func react(to frame: HTTP2Frame) throws {
    switch frame.kind {
    case .goAway: isGoingAway = true
    case .windowUpdate:
      windowChanges[frame.stream, default: 0] += Int(UInt32(bigEndianBytes: frame.payload))
      largestWindows[frame.stream] = max(largestWindows[frame.stream, default: 0], window(of: frame.stream))
    case .settings where frame.flags & HTTP2Frame.acknowledge == 0:
      for entry in stride(from: 0, to: frame.payload.count, by: 6) {
        let number = UInt16(frame.payload[entry]) << 8 | UInt16(frame.payload[entry + 1])
        settings[number] = UInt32(bigEndianBytes: frame.payload[(entry + 2)..<(entry + 6)])
      }
      if acknowledgesSettings { try? send(HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledge)) }
    case .data where opensWindows && !frame.payload.isEmpty:
      let increment = UInt32(frame.payload.count).bigEndianBytes
      let connection = HTTP2Frame(kind: .windowUpdate, payload: increment)
      let stream = HTTP2Frame(kind: .windowUpdate, stream: frame.stream, payload: increment)
      switch (frame.endsStream, tellsRoomWithNextRequest) {
      case (true, true): untold.append(connection)
      case (true, false): try? send(connection)
      case (false, _): try? send(connection, stream)
      }
    default: break
    }
  }

  /// Reads and drops what has come already.
  func dropWhatHasCome() throws {
    while hasNews { if try receive() == nil { throw End.closed } }
  }

  /// Waits until the server has taken the settings that the connection began with.
  func awaitSettings() throws {
    while let frame = try receive() {
      if frame.kind == .settings, frame.flags & HTTP2Frame.acknowledge != 0 { return }
    }
    throw End.closed
  }

  /// The next frame of a kind, whatever comes before it.
  ///
  /// - Throws: ``End`` where none comes any more.
  func receive(_ kind: HTTP2Frame.Kind, on stream: UInt32? = nil) throws -> HTTP2Frame {
    while let frame = try receive() {
      if frame.kind == kind, stream == nil || frame.stream == stream { return frame }
      if frame.kind == .goAway, kind != .goAway, let code = frame.code, code != 0 { throw End.goAway(code) }
    }
    throw End.closed
  }

  /// The response on a stream; frames of other streams are kept for later.
  ///
  /// - Throws: ``End`` where it does not come to its end.
  func receiveResponse(on stream: UInt32 = 1) throws -> HTTP2Response {
    var response = HTTP2Response()
    var kept: [HTTP2Frame] = []
    defer { unread = kept + unread }
    while true {
      let frame: HTTP2Frame
      if unread.isEmpty {
        guard let next = try receive() else { throw End.closed }
        frame = next
      } else {
        frame = unread.removeFirst()
      }
      if frame.kind == .goAway, let code = frame.code, code != 0 { throw End.goAway(code) }
      guard frame.stream == stream else {
        if frame.stream != 0 { kept.append(frame) }
        continue
      }
      try take(frame, into: &response)
      if frame.endsStream { return response }
    }
  }

  private func take(_ frame: HTTP2Frame, into response: inout HTTP2Response) throws {
    switch frame.kind {
    case .headers:
      if frame.fields[0][1].hasPrefix("1") {
        response.interim.append(frame.fields)
      } else {
        response.fields = frame.fields
      }
    case .data: response.body += frame.payload
    case .reset: throw End.streamReset(frame.code ?? 0)
    default: break
    }
  }

  private func decoded(_ block: [UInt8]) throws -> [[String]] {
    var fields: [[String]] = []
    var rest = block[...]
    while true {
      var (field, flags) = (nghttp2_nv(), Int32(0))
      let count = rest.withUnsafeBufferPointer {
        nghttp2_hd_inflate_hd2(inflater, &field, &flags, $0.baseAddress, $0.count, 1)
      }
      guard count >= 0 else { throw RawClient.Failure(reason: "HPACK: \(count)") }
      rest = rest.dropFirst(count)
      if UInt32(flags) & NGHTTP2_HD_INFLATE_EMIT.rawValue != 0 {
        fields.append([
          String(decoding: UnsafeBufferPointer(start: field.name, count: field.namelen), as: UTF8.self),
          String(decoding: UnsafeBufferPointer(start: field.value, count: field.valuelen), as: UTF8.self),
        ])
      }
      if UInt32(flags) & NGHTTP2_HD_INFLATE_FINAL.rawValue != 0 { break }
    }
    nghttp2_hd_inflate_end_headers(inflater)
    return fields
  }

  /// The way in which the connection, or a stream, ends or is answered: what conformance is about.
  func receiveEnd(of stream: UInt32 = 1) -> Result<HTTP2Response, End> {
    do { return .success(try receiveResponse(on: stream)) } catch {
      return .failure(error as? End ?? .closed)
    }
  }
}

extension RawClient: HTTP2Client.Channel {
  func send(_ bytes: [UInt8]) throws { try send(bytes, within: 60_000) }
}
extension TLSClient: HTTP2Client.Channel {}

extension [UInt8] {
  /// A copy that the caller deallocates.
  fileprivate var copied: UnsafeMutablePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(1, count))
    copy.initialize(from: self, count: count)
    return copy
  }
}

extension HTTP2Client {
  /// Sends a body on a stream as the windows allow, and its end.
  func sendBody(_ body: [UInt8], on stream: UInt32 = 1) throws {
    try sendBodyUnlessAnswered(body, on: stream)
    if let frame = unread.first(where: { $0.stream == stream }) { throw RawClient.Failure(reason: "\(frame)") }
  }

  /// Sends a body on a stream as the windows allow, and its end; no more of it once a response has begun, which is kept.
  func sendBodyUnlessAnswered(_ body: [UInt8], on stream: UInt32 = 1) throws {
    var rest = body[...]
    while !rest.isEmpty {
      let count = min(rest.count, 16_384, window(of: stream), window(of: 0))
      guard count > 0 else {
        guard let frame = try receive() else { throw End.closed }
        guard frame.stream == stream, frame.kind != .windowUpdate else { continue }
        return unread.append(frame)
      }
      try send(HTTP2Frame(kind: .data, stream: stream, payload: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    try send(HTTP2Frame(kind: .data, flags: HTTP2Frame.endStream, stream: stream))
  }

  /// The most bytes that could be sent on a stream at once so far.
  func largestWindow(of stream: UInt32) -> Int { largestWindows[stream, default: 0] }

  /// The bytes that may still be sent on a stream, or on all of them for stream 0.
  func window(of stream: UInt32) -> Int {
    (stream == 0 ? 65_535 : Int(settings[4] ?? 65_535)) + windowChanges[stream, default: 0]
  }
}
