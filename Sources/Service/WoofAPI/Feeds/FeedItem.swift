// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// The newest change of a photo, with what of its rendering is the same for all who read it: made when the first of
/// them asks, and shared by all loops.
final class FeedChange: Sendable {
  /// The photo as the change left it.
  let record: PhotoRecord

  private let rendering = Mutex(Rendering())
  private let counter: RenderingCounter?

  private struct Rendering {
    var members: [UInt8]?
    var publicToken: ChangeToken?
  }

  /// Makes the change that left a photo like this. Its rendering is counted in `counter`.
  init(_ record: PhotoRecord, counter: RenderingCounter? = nil) {
    self.record = record
    self.counter = counter
  }

  /// The members of the photo's metadata that are the same for every reader, as JSON without braces.
  var members: [UInt8] {
    rendering.withLock { rendering in
      if let members = rendering.members { return members }
      var writer = JSONWriter()
      PhotoJSON.writeMembers(of: record, to: &writer)
      rendering.members = writer.bytes
      counter?.increment()
      return writer.bytes
    }
  }

  /// The token of the change for readers who did not sign in and know all that came before it.
  func publicToken(_ tokens: ChangeTokenCoder) -> ChangeToken {
    rendering.withLock { rendering in
      if let token = rendering.publicToken { return token }
      let token = tokens.token(for: .sequence(record.sequence), reader: .everybody)
      rendering.publicToken = token
      return token
    }
  }

  /// The newest change of each photo of a transaction, in the order of the changes.
  static func newest(of records: [PhotoRecord], counter: RenderingCounter? = nil) -> [FeedChange] {
    var seen: Set<PhotoID> = []
    var changes: [FeedChange] = []
    for record in records.reversed() where seen.insert(record.id).inserted {
      changes.append(FeedChange(record, counter: counter))
    }
    changes.reverse()
    return changes
  }
}

/// Counts how many changes have been rendered.
final class RenderingCounter: Sendable {
  private let value = Atomic(0)

  /// The number of changes that have been rendered.
  var count: Int { value.load(ordering: .relaxed) }

  /// Counts one more.
  func increment() { value.add(1, ordering: .relaxed) }
}

/// A change as one reader sees it.
struct FeedItem: Sendable {
  /// A change of one sort of thing.
  enum Content: Sendable {
    /// The change of a photo as the log has it, and the reader's view of it; never ``WoofCore/ChangeView/hidden``.
    case photo(FeedChange, ChangeView)
    /// The change of an album or a link, as the reader is told of it.
    case sharing(SharingChange)
  }

  /// The change.
  let content: Content
  /// `true` if the reader likes the photo; `nil` if nobody signed in, and for other things than photos.
  var isFavourite: Bool?
  /// The position of a reader that has got this far.
  var position: FeedPosition

  /// Makes the item of a photo.
  init(change: FeedChange, view: ChangeView, isFavourite: Bool? = nil, position: FeedPosition) {
    content = .photo(change, view)
    self.isFavourite = isFavourite
    self.position = position
  }

  /// Makes the item of an album or a link.
  init(_ change: SharingChange, position: FeedPosition) {
    content = .sharing(change)
    self.position = position
  }

  /// The photo that the item is about; `nil` for other things.
  var photo: PhotoRecord? {
    guard case .photo(let change, _) = content else { return nil }
    return change.record
  }

  /// The sort of thing that the item is about.
  var subject: ChangeSubjects {
    switch content {
    case .photo: .photos
    case .sharing(let change): change.subject
    }
  }
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
  /// The view of the account that reads, as of the end of the log; `nil` unless the page reaches it and it was asked for.
  var view: StoredView?

  /// Notes which of the photos the reader likes.
  mutating func mark(favourites: Set<PhotoID>) {
    for index in items.indices {
      guard let photo = items[index].photo else { continue }
      items[index].isFavourite = favourites.contains(photo.id)
    }
  }
}
