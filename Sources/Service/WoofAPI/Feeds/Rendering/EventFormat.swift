// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofModel

/// A format in which the live stream writes events.
enum EventFormat: Hashable, Sendable {
  /// One JSON object a line (NDJSON).
  case lines
  /// Server-sent events (HTML, "Server-sent events").
  case serverSentEvents

  private static let linesType = "application/x-ndjson"
  private static let serverSentEventsType = "text/event-stream"

  /// The format that the values of `Accept` ask for (RFC 9110 §12.5.1): lines, unless server-sent events are named and
  /// lines are not preferred to them.
  init(accept values: [String]) {
    var serverSentEvents = 0.0
    var lines = 0.0
    for range in values.joined(separator: ",").split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.trimmed.lowercased() }
      switch parts.first {
      case Self.serverSentEventsType: serverSentEvents = max(serverSentEvents, Self.weight(parts.dropFirst()))
      case Self.linesType: lines = max(lines, Self.weight(parts.dropFirst()))
      default: continue
      }
    }
    self = serverSentEvents > 0 && serverSentEvents >= lines ? .serverSentEvents : .lines
  }

  /// The media type.
  var contentType: String {
    switch self {
    case .lines: Self.linesType
    case .serverSentEvents: Self.serverSentEventsType
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

  private static func weight(_ parameters: ArraySlice<String>) -> Double {
    guard let parameter = parameters.first(where: { $0.hasPrefix("q=") }) else { return 1 }
    return Double(parameter.dropFirst(2)) ?? 0
  }
}

extension Substring {
  /// The text without spaces and tabs around it.
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
