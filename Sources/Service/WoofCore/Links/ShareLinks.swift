// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
package import WoofModel

/// Makes, changes and revokes share links, and finds what they show.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package final class ShareLinks: Sendable {
  /// The number of seconds for which a link can be used where nothing else is said: 30 days.
  package static let standardLifetimeSeconds: Int64 = 2_592_000
  /// The maximum number of seconds for which a link can be used: ten years.
  package static let longestLifetimeSeconds: Int64 = 315_360_000
  /// The maximum number of links of one account that have not expired.
  package static let countLimit = 1_000

  /// The keys of links whose passwords have been given.
  package let keys: ShareLinkKeys
  /// The guests of links.
  package let guests: LinkGuests
  /// Counts what is asked for with links.
  package let counter = ShareLinkCounter()
  private let store: any ShareLinkStore
  private let albums: any AlbumStore
  private let photos: PhotoLibrary
  private let time: any TimeSource
  private let random: any RandomSource
  private let ids: PhotoIDGenerator
  /// The visits that have not been written yet: they are counted often, and lost by nobody's fault but a crash.
  private let visits = Mutex<[ShareLinkID: ShareLink.Visits]>([:])

  /// Makes the links of a store.
  ///
  /// - Parameters:
  ///   - limits: The limits on what guests leave behind.
  ///   - random: The source of ids and secrets; the system's by default.
  package init(
    store: any ShareLinkStore, albums: any AlbumStore, photos: PhotoLibrary, keys: ShareLinkKeys,
    limits: GuestLimits = GuestLimits(), time: any TimeSource, random: any RandomSource = SystemRandomSource()
  ) {
    guests = LinkGuests(
      store: store, keys: keys, counter: counter, limits: limits, time: time, random: random)
    self.store = store
    self.albums = albums
    self.photos = photos
    self.keys = keys
    self.time = time
    self.random = random
    ids = PhotoIDGenerator(time: time, random: random)
  }
}

// MARK: For owners

extension ShareLinks {
  /// The id of a link that is to be made, so that it can be named before it is.
  package func nextID() -> ShareLinkID { ShareLinkID(uuid: ids.next()) }

  /// Checks a time of expiry.
  ///
  /// - Parameter expiresAt: The time; `nil` for the standard one.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it has passed, or is too far away.
  package func expiry(_ expiresAt: Timestamp?) throws(WoofError) -> Timestamp {
    let now = time.now()
    let expiresAt = expiresAt ?? now.advanced(bySeconds: Self.standardLifetimeSeconds)
    guard expiresAt > now, expiresAt <= now.advanced(bySeconds: Self.longestLifetimeSeconds) else {
      throw WoofError(
        .invalidParameter, "A link expires at a time to come, within ten years.", details: ["parameter": "expiresAt"])
    }
    return expiresAt
  }

  /// Makes a link.
  ///
  /// - Returns: The link, and the secret that is kept nowhere.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where holders of a link to one photo could add others,
  ///   and as ``ShareLinkStore/addLink(_:secretHash:countLimit:)``.
  package func make(
    _ id: ShareLinkID, to target: ShareLink.Target, _ terms: ShareLink.Terms, by owner: Principal
  ) async throws -> (link: ShareLink, secret: AddressSecret) {
    try target.check(allowsAdding: terms.allowsAdding)
    let secret = try AddressSecret(random: random)
    let link = ShareLink(id: id, owner: owner, target: target, terms: terms, createdAt: time.now())
    try await store.addLink(link, secretHash: secret.hash, countLimit: Self.countLimit)
    return (link, secret)
  }

  /// A page of an account's links, the newest first, with the place at which the next page begins.
  ///
  /// - Parameter owner: The account; `nil` for the links of all, for administrators.
  package func links(
    of owner: AccountID?, to target: ShareLink.Target?, after id: ShareLinkID?, limit: Int
  ) async throws -> Page<ShareLink, ShareLinkID> {
    let query = ShareLinkQuery(account: owner, target: target, after: id, limit: limit + 1, at: time.now())
    let found = try await store.links(query).map(counted)
    return Page(found, limit: limit) { $0.id }
  }

  /// The link of an id, whosever it is, for administrators.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func link(_ id: ShareLinkID) async throws -> ShareLink {
    guard let link = try await store.link(id, at: time.now()) else { throw WoofError.noSuchLink }
    return counted(link)
  }

  /// The link of an id of an account, for its owner.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, also where it is somebody else's.
  package func link(_ id: ShareLinkID, of owner: Principal) async throws -> ShareLink {
    let link = try await link(id)
    guard link.owner.id == owner.id else { throw WoofError.noSuchLink }
    return link
  }

  /// Changes the rules of a link of an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, or `invalid-parameter` where holders of a link to one photo
  ///   could add others.
  package func edit(_ id: ShareLinkID, _ edit: ShareLinkEdit, by owner: Principal) async throws -> ShareLink {
    if edit.allowsAdding == true { try await link(id, of: owner).target.check(allowsAdding: true) }
    guard let link = try await store.editLink(id, of: owner.id, at: time.now(), edit) else {
      throw WoofError.noSuchLink
    }
    return counted(link)
  }

  /// Revokes a link of an account: from the next request on it opens nothing.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func revoke(_ id: ShareLinkID, by owner: Principal) async throws {
    guard try await store.removeLink(id, of: owner.id) else { throw WoofError.noSuchLink }
  }

  private func counted(_ link: ShareLink) -> ShareLink {
    var link = link
    if let waiting = visits.withLock({ $0[link.id] }) { link.visits = link.visits + waiting }
    return link
  }
}

// MARK: For holders

extension ShareLinks {
  /// The link of a secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none any more.
  package func link(of secret: AddressSecret) async throws -> ShareLink {
    if let link = try await store.link(ofSecretHash: secret.hash, at: time.now()) { return link }
    // Only the figures tell one that has expired from one that never was.
    let hasExpired = try await store.link(ofSecretHash: secret.hash, at: Timestamp(milliseconds: 0)) != nil
    counter.note(hasExpired ? .expired : .unknown)
    throw WoofError.noSuchLink
  }

  /// Sums up what a link shows.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it is not there any more.
  package func summary(of link: ShareLink) async throws -> SharedSummary {
    switch link.target {
    case .album(let id):
      guard let album = try await albums.album(id, for: link.owner.id) else { throw WoofError.noSuchLink }
      return SharedSummary(
        link: link, isAlbum: true, title: album.title, photoCount: album.photoCount, cover: album.cover)
    case .photo(let id):
      guard let photo = try await photos.photo(id, ownedBy: link.owner.id) else { throw WoofError.noSuchLink }
      return SharedSummary(link: link, isAlbum: false, title: photo.caption, photoCount: 1, cover: id)
    }
  }

  /// A page of the photos that a link shows, in the order of the album.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the photo of a link to one is not there any more.
  package func photos(
    of link: ShareLink, after cursor: AlbumCursor?, limit: Int
  ) async throws -> Page<AlbumPhoto, AlbumCursor> {
    switch link.target {
    case .album(let id):
      let query = AlbumPhotoQuery(album: id, reader: link.owner.id, after: cursor, limit: limit + 1)
      return Page(try await albums.photos(query), limit: limit) { $0.cursor }
    case .photo(let id):
      guard let record = try await photos.photo(id, ownedBy: link.owner.id) else { throw WoofError.noSuchLink }
      return Page(cursor == nil ? [AlbumPhoto(record: record, place: 0)] : [], limit: limit) { $0.cursor }
    }
  }

  /// Returns `true` if a link shows a photo.
  package func shows(_ photo: PhotoID, _ link: ShareLink) async throws -> Bool {
    switch link.target {
    case .album(let id): try await albums.holds(photo, id, for: link.owner.id)
    case .photo(photo): try await photos.photo(photo, ownedBy: link.owner.id) != nil
    case .photo: false
    }
  }

  /// Counts a visit.
  package func noteVisit(of link: ShareLink) {
    let visit = ShareLink.Visits(count: 1, last: time.now())
    visits.withLock { $0[link.id] = ($0[link.id] ?? ShareLink.Visits()) + visit }
  }

  /// Writes the visits that were counted. Where that fails they are kept for the next time.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, `unavailable` or `insufficient-storage`.
  package func writeVisits() async throws {
    let waiting = visits.withLock { $0 }
    guard !waiting.isEmpty else { return }
    try await store.addVisits(waiting)
    visits.withLock { visits in
      for (id, written) in waiting {
        guard let count = visits[id]?.count, count > written.count else {
          visits[id] = nil
          continue
        }
        visits[id]?.count -= written.count
      }
    }
  }
}

/// The title, the count and the cover of what a link shows.
package struct SharedSummary: Hashable, Sendable {
  /// The link.
  package var link: ShareLink
  /// `true` if the link shows an album, `false` for one photo.
  package var isAlbum: Bool
  /// The title of the album, or the caption of the photo.
  package var title: String
  /// The number of photos that the link shows.
  package var photoCount: Int
  /// The photo that stands for what is shown; `nil` where there is none.
  package var cover: PhotoID?
}
