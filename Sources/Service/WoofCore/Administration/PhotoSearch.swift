// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An administrator's search for photos: conditions, order and the place at which the page starts.
package struct PhotoSearch: Hashable, Sendable {
  /// The states of photos that a search can select.
  package enum State: String, Sendable, CaseIterable {
    /// Photos that have not been deleted.
    case live
    /// Photos that were deleted and can still be restored.
    case deleted
    /// Both.
    case all
  }

  /// The orders of the photos found.
  package enum Order: String, Sendable, CaseIterable {
    /// The newest first.
    case newest
    /// The most liked first, and among equals the newest.
    case popular
    /// The longest original first, and among equals the one that came in last.
    case largest
  }

  /// A place in a list, which stays valid while photos come and go.
  package struct Cursor: Hashable, Sendable {
    /// The sort key of the photo before the page: its favourites, or the bytes of its original; 0 for the newest first.
    package var rank: Int64
    /// The photo before the page.
    package var id: PhotoID

    /// Makes a cursor.
    package init(rank: Int64, id: PhotoID) {
      self.rank = rank
      self.id = id
    }
  }

  /// The owner of the photos; `nil` for all owners.
  package var owner: AccountName?
  /// The visibility of the photos; `nil` for any.
  package var visibility: Visibility?
  /// The state of the photos, deleted or not.
  package var state: State
  /// The format of the original; `nil` for any.
  package var type: ImageType?
  /// Photos that came in then or later.
  package var since: Timestamp?
  /// Photos that came in before then.
  package var until: Timestamp?
  /// A text that the caption contains, regardless of case.
  package var text: String?
  /// The order of the photos.
  package var order: Order
  /// The page starts behind this photo; at the start where it is `nil`.
  package var after: Cursor?
  /// The maximum number of photos in the page.
  package var limit: Int

  /// Makes a search; without conditions it finds all photos that are there.
  package init(
    owner: AccountName? = nil, visibility: Visibility? = nil, state: State = .live, type: ImageType? = nil,
    since: Timestamp? = nil, until: Timestamp? = nil, text: String? = nil, order: Order = .newest,
    after: Cursor? = nil, limit: Int
  ) {
    self.owner = owner
    self.visibility = visibility
    self.state = state
    self.type = type
    self.since = since
    self.until = until
    self.text = text
    self.order = order
    self.after = after
    self.limit = limit
  }
}

/// A part of what a search finds.
///
/// One call looks at so many photos at most, so that nobody waits for it for long: a page may hold fewer photos than were
/// asked for, or none, and still not be the last.
package struct PhotoSearchPage: Hashable, Sendable {
  /// The photos.
  package var photos: [AdministeredPhoto]
  /// The place at which the search goes on; `nil` at the end.
  package var next: PhotoSearch.Cursor?

  /// Makes a page.
  package init(photos: [AdministeredPhoto], next: PhotoSearch.Cursor?) {
    self.photos = photos
    self.next = next
  }
}
