// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension FeedItem {
  /// The kind of change that the reader is told of; `deleted` for a photo that it may no longer see.
  var kind: ChangeKind {
    switch view {
    case .visible(let kind): kind
    case .withdrawn, .hidden: .deleted
    }
  }

  /// Writes the change as pages, lines and events have it for a reader. What is the same for all readers is copied.
  func write(token: ChangeToken, for reader: ChangeReader, to writer: inout JSONWriter) {
    guard case .visible(let kind) = view else {
      return PhotoJSON.writeWithdrawal(of: change.record, token: token, to: &writer)
    }
    PhotoJSON.beginChange(kind: kind, token: token, to: &writer)
    PhotoJSON.writeOwn(of: change.record, for: reader.account, isFavourite: isFavourite, to: &writer)
    writer.raw(change.members)
    writer.endObject()
  }
}
