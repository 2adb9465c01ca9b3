// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A search for photos by words, for one page of what it finds.
///
/// Found are photos that the reader finds in lists, by words that the reader may read: of the caption, the owner's name,
/// the format, the date and the titles of public albums; and of an own photo also of the file's name, its annotations, and
/// the titles of the reader's other albums. Among the newest thousand of them the best come first, and those that are
/// equally good the newest first; all older ones follow, the newest first.
package struct PhotoTextQuery: Hashable, Sendable {
  /// A place in what is found, which stays valid while photos come and go.
  package struct Cursor: Hashable, Sendable {
    /// The rank of the photo before the page, the higher the better; 0 behind those that are ranked.
    package var rank: Int
    /// The photo before the page.
    package var id: PhotoID
    /// The oldest of the photos that are ranked; `nil` where none are older.
    package var oldest: PhotoID?
    /// The newest of the photos that are ranked, so that those that came later move none of them to another page; `nil`
    /// behind those that are ranked.
    package var newest: PhotoID?

    /// Makes a cursor.
    package init(rank: Int, id: PhotoID, oldest: PhotoID?, newest: PhotoID?) {
      self.rank = rank
      self.id = id
      self.oldest = oldest
      self.newest = newest
    }
  }

  /// The words.
  package var text: SearchText
  /// The owners of the photos, and the reader to whom they are shown.
  package var scope: PhotoQuery.Scope
  /// The range of the moments (``PhotoRecord/moment``); `nil` for all moments.
  package var moments: Range<Timestamp>?
  /// The page starts behind this photo; at the start where it is `nil`.
  package var after: Cursor?
  /// The maximum number of photos on the page.
  package var limit: Int

  /// Makes a query.
  package init(
    _ text: SearchText, scope: PhotoQuery.Scope, moments: Range<Timestamp>? = nil, after: Cursor? = nil, limit: Int
  ) {
    self.text = text
    self.scope = scope
    self.moments = moments
    self.after = after
    self.limit = limit
  }
}

/// A photo that a search by words has found.
package struct FoundPhoto: Hashable, Sendable {
  /// The photo.
  package var record: PhotoRecord
  /// The photo's place in what is found.
  package var cursor: PhotoTextQuery.Cursor

  /// Makes a photo that was found at a place.
  package init(record: PhotoRecord, cursor: PhotoTextQuery.Cursor) {
    self.record = record
    self.cursor = cursor
  }
}
