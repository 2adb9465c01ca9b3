// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

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
  init(
    _ page: FeedPage, as format: EventFormat, for reader: ChangeReader, tokens: ChangeTokenCoder, byteLimit: Int
  ) {
    var bytes: [UInt8] = []
    var eventCount = 0
    for item in page.items where bytes.count < byteLimit || eventCount == 0 {
      let token = Self.token(of: item, for: reader, tokens: tokens)
      var writer = JSONWriter()
      item.write(token: token, for: reader, to: &writer)
      format.append(writer.bytes, kind: item.kind, token: token, to: &bytes)
      eventCount += 1
    }
    self.bytes = HTTPBytes(bytes)
    self.eventCount = eventCount
    collapsedCount = page.collapsedCount
    next = eventCount < page.items.count ? page.items[eventCount - 1].position : page.next
  }

  private static func token(of item: FeedItem, for reader: ChangeReader, tokens: ChangeTokenCoder) -> ChangeToken {
    guard reader == .everybody, item.position == .upToDate(item.change.record.sequence) else {
      return tokens.token(for: item.position, reader: reader)
    }
    return item.change.publicToken(tokens)
  }
}
