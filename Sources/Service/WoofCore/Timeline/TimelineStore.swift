// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Tells where photos stand in time, without their metadata, so that a hundred thousand of them can be laid out at once.
///
/// A timeline has photos by their moments (``PhotoRecord/moment``), the latest first, and among equals the one with the
/// greatest id first.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal` and `unavailable`.
package protocol TimelineStore: Sendable {
  /// Returns the months of a timeline, the latest first; those without photos are left out.
  func months(of view: TimelineView) async throws -> [TimelineMonth]

  /// Returns the aspect ratio of each photo of a timeline, as its byte, in the order of the timeline.
  func ratios(of view: TimelineView) async throws -> [UInt8]

  /// Returns photos of a month, in the order of the timeline.
  func part(_ query: TimelineQuery) async throws -> TimelinePart
}

/// The photos of a timeline, and the reader to whom it is shown.
package enum TimelineView: Hashable, Sendable {
  /// Public photos of all, and all of the reader's own.
  case readable(by: AccountID?)
  /// All photos of an account, as it sees them itself.
  case owned(by: AccountID)
  /// The photos that an account likes and may read.
  case favourites(of: AccountID)
  /// The photos of an album that a reader may read.
  case album(AlbumID, reader: AccountID?)
  /// The photos that an account has deleted and can restore.
  case trash(of: AccountID)
  /// The photos of ``readable(by:)`` that a search by words finds.
  case found(SearchText, by: AccountID?)
  /// The photos of ``owned(by:)`` that a search by words finds.
  case ownFound(SearchText, by: AccountID)
}

/// The photos of a month, counted.
package struct TimelineMonth: Hashable, Sendable {
  /// The month, in UTC.
  package var month: CivilMonth
  /// The number of photos; at least 1.
  package var count: Int
  /// The sum of the photos' aspect ratios, from which the height of a month follows.
  package var ratioSum: Double

  /// Makes a month.
  package init(month: CivilMonth, count: Int, ratioSum: Double) {
    self.month = month
    self.count = count
    self.ratioSum = ratioSum
  }
}

/// A query for some photos of a month.
package struct TimelineQuery: Hashable, Sendable {
  /// The timeline.
  package var view: TimelineView
  /// The month, in UTC.
  package var month: CivilMonth
  /// The place within the month at which the part begins; 0 is the latest photo.
  package var offset: Int
  /// The maximum number of photos of the part.
  package var limit: Int

  /// Makes a query.
  package init(_ view: TimelineView, month: CivilMonth, offset: Int = 0, limit: Int) {
    self.view = view
    self.month = month
    self.offset = offset
    self.limit = limit
  }
}

/// Photos of a month that follow on each other.
package struct TimelinePart: Hashable, Sendable {
  /// A photo of a timeline: as much as a wall shows of it at first.
  package struct Entry: Hashable, Sendable {
    /// The photo.
    package var id: PhotoID
    /// The width by the height.
    package var ratio: AspectRatio
    /// The average colour as `#rrggbb`, where it is known.
    package var averageColour: String?

    /// Makes an entry.
    package init(id: PhotoID, ratio: AspectRatio, averageColour: String? = nil) {
      self.id = id
      self.ratio = ratio
      self.averageColour = averageColour
    }
  }

  /// The number of photos that the whole month has.
  package var count: Int
  /// The photos.
  package var entries: [Entry]

  /// Makes a part.
  package init(count: Int, entries: [Entry]) {
    self.count = count
    self.entries = entries
  }
}
