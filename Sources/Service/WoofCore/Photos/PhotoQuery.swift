// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The selection of photos for one page, their order, and the place at which the page starts.
package struct PhotoQuery: Hashable, Sendable {
  /// The orders of a list of photos.
  package enum Order: String, Sendable, CaseIterable {
    /// The newest first.
    case newest
    /// The most liked first, and among equals the newest.
    case popular
    /// Those with the latest moment first (``PhotoRecord/moment``), and among equals the newest.
    case taken
  }

  /// The scopes of a query: the owners of the photos, and the reader to whom they are shown.
  package enum Scope: Hashable, Sendable {
    /// Public photos of all, and all of the reader's own.
    case readable(by: AccountID?)
    /// The photos of one account: all of them for itself, the public ones for anybody else.
    case owned(by: AccountName, reader: AccountID?)
  }

  /// A place in a list, which stays valid while photos come and go.
  package struct Cursor: Hashable, Sendable {
    /// The rank of the photo before the page: its count in the popular order, the milliseconds of its moment in the order by
    /// moments; of no matter in that of the newest.
    package var rank: Int64
    /// The photo before the page.
    package var id: PhotoID

    /// Makes a cursor.
    package init(rank: Int64, id: PhotoID) {
      self.rank = rank
      self.id = id
    }

    /// Makes the cursor of what comes behind a photo in an order.
    package init(behind record: PhotoRecord, in order: Order) {
      let rank: Int64 =
        switch order {
        case .newest: 0
        case .popular: Int64(record.favouriteCount)
        case .taken: record.moment.milliseconds
        }
      self.init(rank: rank, id: record.id)
    }
  }

  /// The owners of the photos, and the reader to whom they are shown.
  package var scope: Scope
  /// The order of the photos.
  package var order: Order
  /// The range of the ids; `nil` for all ids. For the newest order only.
  package var ids: ClosedRange<PhotoID>?
  /// The range of the moments; `nil` for all moments. For the order by moments only.
  package var moments: Range<Timestamp>?
  /// The words that the photos have, as those that a search finds; `nil` for all photos. For the order by moments only.
  package var text: SearchText?
  /// The page starts behind this photo; at the start where it is `nil`.
  package var after: Cursor?
  /// The maximum number of photos on the page.
  package var limit: Int

  /// Makes a query.
  package init(
    scope: Scope, order: Order = .newest, ids: ClosedRange<PhotoID>? = nil, moments: Range<Timestamp>? = nil,
    text: SearchText? = nil, after: Cursor? = nil, limit: Int
  ) {
    self.scope = scope
    self.order = order
    self.ids = ids
    self.moments = moments
    self.text = text
    self.after = after
    self.limit = limit
  }
}
