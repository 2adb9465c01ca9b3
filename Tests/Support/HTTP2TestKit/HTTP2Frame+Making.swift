// SPDX-License-Identifier: Apache-2.0

@testable import WoofHTTP

/// Frames in the words of the tests. The flags and payloads may break every rule.
extension HTTP2Frame {
  /// The flags of a head, or a part of one, with what ends here.
  struct Ends: OptionSet {
    let rawValue: UInt8
    static let stream = Ends(rawValue: HTTP2Frame.endStream)
    static let head = Ends(rawValue: HTTP2Frame.endHeaders)
    static let both: Ends = [.stream, .head]
  }

  /// The priority that a head or a `PRIORITY` frame may carry; the weight is one less than what it stands for.
  struct Priority {
    var dependency: UInt32 = 0
    var isExclusive = false
    var weight: UInt8 = 15

    var bytes: [UInt8] { (dependency | (isExclusive ? 1 << 31 : 0)).bigEndianBytes + [weight] }
  }

  static func head(_ block: [UInt8] = HPACK.request(), on stream: UInt32 = 1, ends: Ends = .both) -> HTTP2Frame {
    HTTP2Frame(kind: .headers, flags: ends.rawValue, stream: stream, payload: block)
  }

  /// A whole request with a priority.
  static func head(on stream: UInt32 = 1, priority: Priority) -> HTTP2Frame {
    HTTP2Frame(
      kind: .headers, flags: Ends.both.rawValue | Self.priority, stream: stream,
      payload: priority.bytes + HPACK.request())
  }

  static func continuation(_ block: [UInt8], on stream: UInt32 = 1, ends: Ends = .head) -> HTTP2Frame {
    HTTP2Frame(kind: .continuation, flags: ends.rawValue, stream: stream, payload: block)
  }

  static func data(_ bytes: [UInt8] = [], on stream: UInt32 = 1, isLast: Bool = true) -> HTTP2Frame {
    HTTP2Frame(kind: .data, flags: isLast ? endStream : 0, stream: stream, payload: bytes)
  }

  static func data(_ text: String, on stream: UInt32 = 1, isLast: Bool = true) -> HTTP2Frame {
    data(Array(text.utf8), on: stream, isLast: isLast)
  }

  static func settings(_ settings: [(UInt16, UInt32)]) -> HTTP2Frame { HTTP2Client.settingsFrame(settings) }

  /// The initial size of the windows of streams, as the setting that says it.
  static func window(_ size: UInt32) -> HTTP2Frame { settings([(4, size)]) }

  static func windowUpdate(_ increment: UInt32, on stream: UInt32) -> HTTP2Frame {
    HTTP2Frame(kind: .windowUpdate, stream: stream, payload: increment.bigEndianBytes)
  }

  static func reset(_ code: UInt32 = HTTP2ErrorCode.cancel.rawValue, on stream: UInt32 = 1) -> HTTP2Frame {
    HTTP2Frame(kind: .reset, stream: stream, payload: code.bigEndianBytes)
  }

  static func priority(_ priority: Priority = Priority(), on stream: UInt32 = 1) -> HTTP2Frame {
    HTTP2Frame(kind: .priority, stream: stream, payload: priority.bytes)
  }

  static func priorityUpdate(_ value: String, of stream: UInt32) -> HTTP2Frame {
    HTTP2Frame(kind: .priorityUpdate, payload: stream.bigEndianBytes + value.utf8)
  }

  static func ping(_ text: String, flags: UInt8 = 0) -> HTTP2Frame {
    HTTP2Frame(kind: .ping, flags: flags, payload: Array(text.utf8))
  }

  static func goAway(_ code: UInt32 = 0, last: UInt32 = 0) -> HTTP2Frame {
    HTTP2Frame(kind: .goAway, payload: last.bigEndianBytes + code.bigEndianBytes)
  }

  /// The same frame with so much padding behind its payload.
  func padded(_ count: Int) -> HTTP2Frame {
    var frame = self
    frame.flags |= Self.padded
    frame.payload = [UInt8(count)] + payload + [UInt8](repeating: 0, count: count)
    return frame
  }

  /// The same frame on another stream, with other flags, or with a payload that it should not have.
  func with(stream: UInt32? = nil, flags: UInt8? = nil, payload: [UInt8]? = nil) -> HTTP2Frame {
    var frame = self
    frame.stream = stream ?? frame.stream
    frame.flags |= flags ?? 0
    frame.payload = payload ?? frame.payload
    return frame
  }
}

/// Fields in the compression of RFC 7541, written by hand: nothing is remembered, so that the bytes mean the same wherever
/// they stand.
enum HPACK {
  /// A string (RFC 7541 §5.2) without Huffman's code.
  static func string(_ text: String) -> [UInt8] { integer(text.utf8.count, prefix: 7) + text.utf8 }

  /// A number behind the flags of its first byte (RFC 7541 §5.1).
  static func integer(_ value: Int, prefix: Int, flags: UInt8 = 0) -> [UInt8] {
    let limit = 1 << prefix - 1
    guard value >= limit else { return [flags | UInt8(value)] }
    var (bytes, rest) = ([flags | UInt8(limit)], value - limit)
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// A field that is not remembered (RFC 7541 §6.2.2), with its name as it is given.
  static func field(_ name: String, _ value: String) -> [UInt8] { [0] + string(name) + string(value) }

  /// The fields of a request, in their order.
  static func fields(_ fields: [[String]]) -> [UInt8] { fields.flatMap { field($0[0], $0[1]) } }

  /// The usual fields of a request, and more.
  static func request(_ method: String = "GET", _ more: [[String]] = []) -> [UInt8] {
    fields(HTTP2Client.request(method, "/", more))
  }

  /// The same without one of its fields.
  static func request(without name: String, _ more: [[String]] = []) -> [UInt8] {
    fields(HTTP2Client.request().filter { $0[0] != name } + more)
  }
}

/// The codes that only the other end gives, as libnghttp2 does for the server.
extension HTTP2ErrorCode {
  static let frameSizeError = HTTP2ErrorCode(rawValue: 0x6)
  static let compressionError = HTTP2ErrorCode(rawValue: 0x9)
}
