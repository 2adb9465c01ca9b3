internal import WoofCore
internal import WoofModel

/// A change as one reader sees it.
struct FeedItem: Sendable {
  /// The change.
  let change: FeedChange
  /// What of it the reader sees; never ``WoofCore/ChangeView/hidden``.
  let view: ChangeView
  /// Whether the reader likes the photo; `nil` where nobody signed in.
  var isFavourite: Bool?
  /// Where a reader stands that has got this far.
  var position: FeedPosition
}

/// A part of a feed.
struct FeedPage: Sendable {
  /// What the reader sees, in the order of the feed.
  var items: [FeedItem]
  /// Where reading goes on.
  var next: FeedPosition
  /// Whether there is more to be read at once.
  var hasMore: Bool
  /// How many changes were left out because a newer one of the same photo is there.
  var collapsedCount = 0

  /// Notes which of the photos the reader likes.
  mutating func mark(favourites: Set<PhotoID>) {
    for index in items.indices { items[index].isFavourite = favourites.contains(items[index].change.record.id) }
  }
}
