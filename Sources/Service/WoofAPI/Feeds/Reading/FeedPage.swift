// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A change as one reader sees it.
struct FeedItem: Sendable {
  /// The change as the log has it.
  let change: FeedChange
  /// The reader's view of the change; never ``WoofCore/ChangeView/hidden``.
  let view: ChangeView
  /// `true` if the reader likes the photo; `nil` if nobody signed in.
  var isFavourite: Bool?
  /// The position of a reader that has got this far.
  var position: FeedPosition
}

/// A part of a feed.
struct FeedPage: Sendable {
  /// The changes that the reader sees, in the order of the feed.
  var items: [FeedItem]
  /// The position at which reading goes on.
  var next: FeedPosition
  /// `true` if there is more to be read at once.
  var hasMore: Bool
  /// The number of changes that were left out because there is a newer one of the same photo.
  var collapsedCount = 0

  /// Notes which of the photos the reader likes.
  mutating func mark(favourites: Set<PhotoID>) {
    for index in items.indices { items[index].isFavourite = favourites.contains(items[index].change.record.id) }
  }
}
