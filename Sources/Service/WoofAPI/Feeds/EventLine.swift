// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

extension FeedItem {
  /// The kind of change of a photo that the reader is told of: `deleted` for one that it may no longer see, and `nil` for
  /// other things than photos.
  var photoKind: ChangeKind? {
    switch content {
    case .photo(_, .visible(let kind)): kind
    case .photo(_, .withdrawn), .photo(_, .hidden): .deleted
    case .sharing: nil
    }
  }

  /// The name of the kind of change that the reader is told of.
  var kind: String {
    switch content {
    case .photo: (photoKind ?? .deleted).rawValue
    case .sharing(let change): change.kind
    }
  }

  /// Writes the JSON object of the change as one reader sees it: an event's line, the data of a server-sent event, and
  /// an element of a page of changes. What is the same for all readers is rendered once, and copied here.
  func writeJSON(token: ChangeToken, for reader: ChangeReader, to writer: inout JSONWriter) {
    guard case .photo(let change, let view) = content else {
      if case .sharing(let change) = content { change.writeJSON(token: token, for: reader, to: &writer) }
      return
    }
    guard case .visible(let kind) = view else {
      return PhotoJSON.writeWithdrawal(of: change.record, token: token, for: reader, to: &writer)
    }
    PhotoJSON.beginChange(kind: kind, token: token, to: &writer)
    if kind == .deleted {
      PhotoJSON.write(change.record.isDeletedWithAccount ? .accountDeleted : .deleted, to: &writer)
    }
    PhotoJSON.writeOwn(of: change.record, for: reader.account, isFavourite: isFavourite, to: &writer)
    writer.raw(change.members)
    writer.endObject()
  }
}

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

  /// The bytes that a stream starts with; `nil` for lines, whose response names the token in a field.
  ///
  /// Server-sent events start with the reconnection time and with the token that they start from: who reads them cannot
  /// read the response's fields, and is to name that token where the stream breaks before anything has happened.
  func opening(reconnectMilliseconds: Int64, startingAfter token: ChangeToken) -> HTTPBytes? {
    switch self {
    case .lines:
      return nil
    case .serverSentEvents:
      let lines = [
        "retry: \(reconnectMilliseconds)", "event: start", "id: \(token.rawValue)",
        #"data: {"change":"\#(token.rawValue)"}"#,
      ]
      return HTTPBytes(lines.joined(separator: "\n") + "\n\n")
    }
  }

  /// Appends one event, whose JSON has been written: a line, or the lines of a server-sent event.
  func append(_ json: [UInt8], kind: String, token: ChangeToken, to bytes: inout [UInt8]) {
    if self == .serverSentEvents {
      bytes.append(contentsOf: "event: \(kind)\nid: \(token.rawValue)\ndata: ".utf8)
    }
    bytes.append(contentsOf: json)
    bytes.append(UInt8(ascii: "\n"))
    if self == .serverSentEvents { bytes.append(UInt8(ascii: "\n")) }
  }

  private static let lineHeartbeat = HTTPBytes("\n")
  private static let commentHeartbeat = HTTPBytes(":\n\n")
}

/// Events that follow each other, as bytes that any number of subscribers share.
struct EventBatch: Sendable {
  /// The events; empty where the reader sees none of what happened.
  let bytes: HTTPBytes
  /// The number of events.
  let eventCount: Int
  /// The number of changes that are left out because there is a newer one of the same photo.
  let collapsedCount: Int
  /// The position of a subscriber that has been sent the batch.
  let next: FeedPosition

  /// Renders the items of a page up to about `byteLimit` bytes; at least one, where there are any.
  ///
  /// - Parameter subjects: The things that the reader is told of, which its tokens name.
  init(
    _ page: FeedPage, as format: EventFormat, for reader: ChangeReader, of subjects: ChangeSubjects = .photos,
    tokens: ChangeTokenCoder, byteLimit: Int
  ) {
    var bytes: [UInt8] = []
    var eventCount = 0
    for item in page.items where bytes.count < byteLimit || eventCount == 0 {
      let token = Self.token(of: item, for: reader, subjects, tokens)
      var writer = JSONWriter()
      item.writeJSON(token: token, for: reader, to: &writer)
      format.append(writer.bytes, kind: item.kind, token: token, to: &bytes)
      eventCount += 1
    }
    self.bytes = HTTPBytes(bytes)
    self.eventCount = eventCount
    collapsedCount = page.collapsedCount
    next = eventCount < page.items.count ? page.items[eventCount - 1].position : page.next
  }

  private static func token(
    of item: FeedItem, for reader: ChangeReader, _ subjects: ChangeSubjects, _ tokens: ChangeTokenCoder
  ) -> ChangeToken {
    guard reader == .everybody, subjects == .photos, case .photo(let change, _) = item.content,
      item.position == .upToDate(change.record.sequence)
    else { return tokens.token(for: item.position, reader: reader, of: subjects) }
    return change.publicToken(tokens)
  }
}
