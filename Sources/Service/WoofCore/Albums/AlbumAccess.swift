// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The rule for who may read, find and change an album, and add to it.
///
/// As with photos, to *read* an album is to get it by its id, and to *find* it is to get it in lists. Being in an album
/// opens no photo: a reader of the album sees those photos in it that ``PhotoAccess`` lets the reader read.
package struct AlbumAccess: Hashable, Sendable {
  /// The account that owns the album.
  package var owner: AccountID
  /// The accounts that add to the album besides its owner.
  package var contributors: Set<AccountID>
  /// The people who may read the album.
  package var visibility: Visibility

  /// Makes the rule for the albums of an owner that have these contributors and a visibility.
  package init(owner: AccountID, contributors: Set<AccountID> = [], visibility: Visibility) {
    self.owner = owner
    self.contributors = contributors
    self.visibility = visibility
  }

  /// Returns `true` if an account owns the album or adds to it.
  package func isMember(_ account: AccountID?) -> Bool {
    guard let account else { return false }
    return account == owner || contributors.contains(account)
  }

  /// Returns `true` if a reader who knows the id may read the album.
  package func allowsReading(by reader: AccountID?) -> Bool { visibility != .private || isMember(reader) }

  /// Returns `true` if lists show the album to a reader.
  package func allowsFinding(by reader: AccountID?) -> Bool { visibility == .public || isMember(reader) }

  /// Returns `true` if an account that may read the album may change and delete it: its owner, or an administrator.
  package func allowsChanging(by principal: Principal) -> Bool { principal.id == owner || principal.isAdministrator }
}

/// The circumstances in which somebody wants to change an album, as they are inside the transaction.
package struct AlbumSituation: Sendable {
  /// The album; `nil` for an id that never was, and for an album that has been deleted.
  package var album: AlbumRecord?
  /// The photo that the change is about, deleted ones included; `nil` where there is none.
  package var photo: PhotoRecord?
  /// `true` if the photo is in the album.
  package var holdsPhoto: Bool

  /// Describes a situation.
  package init(album: AlbumRecord?, photo: PhotoRecord? = nil, holdsPhoto: Bool = false) {
    self.album = album
    self.photo = photo
    self.holdsPhoto = holdsPhoto
  }
}

extension AlbumAccess {
  /// An album that a reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, for an album that has been
  ///   deleted, and for one that the reader may not know of.
  package static func readable(_ album: AlbumRecord?, by reader: Principal?) throws(WoofError) -> AlbumRecord {
    guard let album, album.access.allowsReading(by: reader?.id) else { throw .noSuchAlbum }
    return album
  }

  /// Makes sure that a principal may make a change.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or `invalid-parameter`.
  package static func require(
    _ change: AlbumChange, in situation: AlbumSituation, by principal: Principal
  ) throws(WoofError) {
    let album = try readable(situation.album, by: principal)
    switch change {
    case .edit, .deletion: try requireOwner(of: album, principal)
    case .placing: try requirePlacing(in: album, situation, principal)
    case .removal: try requireRemoving(from: album, situation, principal)
    case .contributor(let name, let isAdded): try requireContributing(name, isAdded, album, principal)
    }
  }

  private static func requireOwner(of album: AlbumRecord, _ principal: Principal) throws(WoofError) {
    guard album.access.allowsChanging(by: principal) else {
      throw WoofError(.forbidden, "Only the owner of an album and administrators may change it.")
    }
  }

  private static func requirePlacing(
    in album: AlbumRecord, _ situation: AlbumSituation, _ principal: Principal
  ) throws(WoofError) {
    guard album.access.isMember(principal.id) else {
      throw WoofError(.forbidden, "Only the owner of an album and its contributors may add to it.")
    }
    if album.ownerID == principal.id, situation.holdsPhoto { return }
    let photo = try PhotoAccess.readable(situation.photo, by: principal)
    guard photo.ownerID == principal.id else {
      throw WoofError(.forbidden, "One adds one's own photos to an album; this one is \(photo.ownerName)'s.")
    }
  }

  private static func requireRemoving(
    from album: AlbumRecord, _ situation: AlbumSituation, _ principal: Principal
  ) throws(WoofError) {
    if album.access.allowsChanging(by: principal) || situation.photo?.ownerID == principal.id { return }
    throw WoofError(.forbidden, "Only the owner of an album and the owner of a photo may take it out.")
  }

  private static func requireContributing(
    _ name: AccountName, _ isAdded: Bool, _ album: AlbumRecord, _ principal: Principal
  ) throws(WoofError) {
    if !isAdded, name == principal.name, album.access.isMember(principal.id) { return }
    try requireOwner(of: album, principal)
    guard !isAdded || name != album.ownerName else {
      throw WoofError(
        .invalidParameter, "\(name) owns the album, and adds to it anyway.", details: ["parameter": "name"])
    }
  }
}

extension WoofError {
  /// The error for a new album whose id another one has.
  package static var takenAlbumID: WoofError { WoofError(.conflict, "There is an album of this id already.") }

  /// The error for a change that names a photo as its cover, or as the place before which another goes, which is not in the album.
  package static func notInAlbum(parameter: String) -> WoofError {
    WoofError(.invalidParameter, "This photo is not in the album.", details: ["parameter": .string(parameter)])
  }

  /// The error for an id that never was, for an album that has been deleted, and for one that the reader may not know of.
  package static var noSuchAlbum: WoofError { WoofError(.notFound, "There is no album of this id.") }
}

// MARK: Limits

extension AlbumRecord {
  /// Checks that an account may have another album.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  package static func admit(albumCount: Int, limit: Int) throws(WoofError) {
    guard albumCount < limit else {
      throw .full(
        "albums", Int64(limit), Int64(albumCount),
        "The account has \(albumCount) albums of \(limit) that it may have; delete some")
    }
  }
}

extension WoofError {
  /// The error for a contributor beyond those that an album may have.
  package static func tooManyContributors(_ count: Int, _ limit: Int) -> WoofError {
    .full(
      "contributors", Int64(limit), Int64(count),
      "The album has \(count) contributors of \(limit) that it may have")
  }
}
