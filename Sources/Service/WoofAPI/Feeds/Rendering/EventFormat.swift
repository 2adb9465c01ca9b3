// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// A format in which the live stream writes events.
enum EventFormat: Hashable, Sendable {
  /// One JSON object a line (NDJSON).
  case lines
  /// Server-sent events (HTML, "Server-sent events").
  case serverSentEvents

  /// The format that the values of `Accept` ask for (RFC 9110 §12.5.1): lines, unless server-sent events are named and
  /// lines are not preferred to them.
  init(accept values: [String]) {
    let accept = HTTPAccept(values.map { Array($0.utf8)[...] })
    let serverSentEvents = accept.quality(naming: "text", "event-stream")
    let lines = accept.quality(naming: "application", "x-ndjson")
    self = serverSentEvents > 0 && serverSentEvents >= lines ? .serverSentEvents : .lines
  }

  /// The media type.
  var contentType: String {
    switch self {
    case .lines: "application/x-ndjson"
    case .serverSentEvents: "text/event-stream"
    }
  }

  /// The bytes that keep a stream alive while nothing happens.
  var heartbeat: HTTPBytes {
    switch self {
    case .lines: Self.lineHeartbeat
    case .serverSentEvents: Self.commentHeartbeat
    }
  }

  /// The bytes that a stream starts with; `nil` for lines. Server-sent events start with the reconnection time.
  func opening(reconnectMilliseconds: Int64) -> HTTPBytes? {
    switch self {
    case .lines: nil
    case .serverSentEvents: HTTPBytes("retry: \(reconnectMilliseconds)\n\n")
    }
  }

  /// Appends one event whose JSON has been written.
  func append(_ json: [UInt8], kind: ChangeKind, token: ChangeToken, to bytes: inout [UInt8]) {
    if self == .serverSentEvents {
      bytes.append(contentsOf: "event: \(kind.rawValue)\nid: \(token.rawValue)\ndata: ".utf8)
    }
    bytes.append(contentsOf: json)
    bytes.append(UInt8(ascii: "\n"))
    if self == .serverSentEvents { bytes.append(UInt8(ascii: "\n")) }
  }

  private static let lineHeartbeat = HTTPBytes("\n")
  private static let commentHeartbeat = HTTPBytes(":\n\n")
}
