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
    /// The count of the photo before the page; it matters for the popular order only.
    package var favouriteCount: Int
    /// The photo before the page.
    package var id: PhotoID

    /// Makes a cursor.
    package init(favouriteCount: Int, id: PhotoID) {
      self.favouriteCount = favouriteCount
      self.id = id
    }
  }

  /// The owners of the photos, and the reader to whom they are shown.
  package var scope: Scope
  /// The order of the photos.
  package var order: Order
  /// The range of the ids; `nil` for all ids. For the newest order only.
  package var ids: ClosedRange<PhotoID>?
  /// The page starts behind this photo; at the start where it is `nil`.
  package var after: Cursor?
  /// The maximum number of photos on the page.
  package var limit: Int

  /// Makes a query.
  package init(
    scope: Scope, order: Order = .newest, ids: ClosedRange<PhotoID>? = nil, after: Cursor? = nil, limit: Int
  ) {
    self.scope = scope
    self.order = order
    self.ids = ids
    self.after = after
    self.limit = limit
  }
}
