// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel

/// The digests of everything that an account sees, as of one position in the change log.
package struct StoredView: Hashable, Sendable {
  /// The digest of the account's own photos that are not public.
  package var own: ViewDigest
  /// The digest of the public photos of all accounts.
  package var `public`: ViewDigest
  /// The digest of the account's favourites among the photos that it finds.
  package var favourites: ViewDigest
  /// The number of photos that are not public and its own, and of those that are public.
  package var photoCount: Int
  /// The position: all changes up to and with it are counted, and no others.
  package var sequence: Int64

  /// Makes a view.
  package init(
    own: ViewDigest, public: ViewDigest, favourites: ViewDigest, photoCount: Int, sequence: Int64
  ) {
    self.own = own
    self.public = `public`
    self.favourites = favourites
    self.photoCount = photoCount
    self.sequence = sequence
  }
}

/// A part of the change log with what else an account is told of its photos, all as of one moment.
package struct AccountChangeLogPage: Hashable, Sendable {
  /// The part of the log.
  package var page: ChangeLogPage
  /// The photos of the part that the account likes.
  package var liked: Set<PhotoID>
  /// The view of the account as of the end of the log, where the part reaches it; `nil` where it does not, and where too much
  /// is written for the moment to be found.
  package var view: StoredView?

  /// Makes a part.
  package init(page: ChangeLogPage, liked: Set<PhotoID>, view: StoredView?) {
    self.page = page
    self.liked = liked
    self.view = view
  }
}

extension ViewDigest {
  /// Adds an element.
  package mutating func insert(_ element: ViewElement) { add(hash: SHA256.digest(of: element.bytes)) }

  /// Takes out an element that was added.
  package mutating func remove(_ element: ViewElement) { remove(hash: SHA256.digest(of: element.bytes)) }
}
