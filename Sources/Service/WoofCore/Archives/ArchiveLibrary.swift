// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// The use cases of the service for archives: what is in them, and who may have them.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package struct ArchiveLibrary: Sendable {
  /// The maximum number of photos that a request names one by one.
  package static let namedPhotoLimit = 10_000
  /// The number of seconds for which an archive can be downloaded: a day.
  private static let lifetimeSeconds: Int64 = 86_400
  /// The maximum number of requests of an account that are kept.
  private static let countLimit = 100
  /// The maximum number of requests of all who did not sign in.
  private static let visitorCountLimit = 1_000
  private static let pageLimit = 500
  /// The maximum number of archives whose digests are kept.
  private static let digestLimit = 10_000
  /// An archive of more photos takes longer to lay out than others of the caller's thread should wait.
  private static let laidOutAtOnce = 200

  /// Counts archives.
  package let counter = ArchiveCounter()
  private let store: any ArchiveStore
  private let albums: AlbumLibrary
  private let photos: PhotoLibrary
  private let links: ShareLinks?
  private let workers: WorkerPool
  private let time: any TimeSource
  private let random: any RandomSource

  /// Makes a library.
  ///
  /// - Parameters:
  ///   - links: The share links; `nil` where there are none.
  ///   - workers: Lay out large archives.
  ///   - random: The source of secrets; the system's by default.
  package init(
    store: any ArchiveStore, albums: AlbumLibrary, photos: PhotoLibrary, links: ShareLinks?, workers: WorkerPool,
    time: any TimeSource, random: any RandomSource = SystemRandomSource()
  ) {
    self.store = store
    self.albums = albums
    self.photos = photos
    self.links = links
    self.workers = workers
    self.time = time
    self.random = random
  }

  // MARK: Requests

  /// Keeps a request for an archive, so that it can be downloaded at an address that needs no credential.
  ///
  /// - Returns: The secret of the address, the request, and the archive as it is now.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone` where the reader may not read one of the photos, or
  ///   the album; `payload-too-large` where there are too many.
  package func make(
    _ selection: ArchiveRequest.Selection, for reader: Principal?
  ) async throws -> (secret: AddressSecret, request: ArchiveRequest, archive: PhotoArchive) {
    let archive = try await archive(of: selection, for: reader, isComplete: true)
    let secret = try AddressSecret(random: random)
    let request = ArchiveRequest(
      reader: reader, selection: selection, expiresAt: time.now().advanced(bySeconds: Self.lifetimeSeconds))
    try await store.addArchive(
      request, secretHash: secret.hash, countLimit: reader == nil ? Self.visitorCountLimit : Self.countLimit)
    counter.noteMade()
    return (secret, request, archive)
  }

  /// The request of a secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none any more.
  package func request(of secret: AddressSecret) async throws -> ArchiveRequest {
    guard let request = try await store.archive(ofSecretHash: secret.hash, at: time.now()) else {
      throw WoofError(.notFound, "There is no such archive any more; ask for it again.")
    }
    return request
  }

  // MARK: Contents

  /// The archive of what a reader may read of a selection.
  ///
  /// - Parameter isComplete: `true` if photos that are named and that the reader may not read are an error, instead of being
  ///   left out; `false` by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where that is nothing, `payload-too-large`, or `unavailable`.
  package func archive(
    of selection: ArchiveRequest.Selection, for reader: Principal?, isComplete: Bool = false
  ) async throws -> PhotoArchive {
    switch selection {
    case .album(let id):
      let album = try await albums.album(id, for: reader)
      try Self.admit(album.photoCount)
      var entries: [ArchiveEntry] = []
      var cursor: AlbumCursor?
      repeat {
        let page = try await albums.photos(of: id, for: reader, after: cursor, limit: Self.pageLimit)
        entries += page.items.map { ArchiveEntry(original: $0.record, for: reader?.id) }
        try Self.admit(entries.count)
        cursor = page.next
      } while cursor != nil
      return try await archive(title: album.title, entries)
    case .photos(let ids):
      var entries: [ArchiveEntry] = []
      for start in stride(from: 0, to: ids.count, by: Self.pageLimit) {
        let part = Array(ids[start..<min(start + Self.pageLimit, ids.count)])
        for result in try await photos.photos(part, for: reader) {
          switch result {
          case .success(let record): entries.append(ArchiveEntry(original: record, for: reader?.id))
          case .failure(let error): if isComplete { throw error }
          }
        }
      }
      return try await archive(title: nil, entries)
    }
  }

  /// The archive of what a share link shows.
  ///
  /// - Parameter entry: Makes the entry of a photo, as far as the link shows it.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is nothing, or `payload-too-large`; what `entry`
  ///   throws.
  package func archive(
    of link: ShareLink, entry: (PhotoRecord) async throws -> ArchiveEntry
  ) async throws -> PhotoArchive {
    guard let links else { throw WoofError.noSuchLink }
    let summary = try await links.summary(of: link)
    try Self.admit(summary.photoCount)
    var entries: [ArchiveEntry] = []
    var cursor: AlbumCursor?
    repeat {
      let page = try await links.photos(of: link, after: cursor, limit: Self.pageLimit)
      for photo in page.items { entries.append(try await entry(photo.record)) }
      try Self.admit(entries.count)
      cursor = page.next
    } while cursor != nil
    return try await archive(title: summary.title, entries)
  }

  private func archive(title: String?, _ entries: [ArchiveEntry]) async throws -> PhotoArchive {
    guard !entries.isEmpty else { throw WoofError(.notFound, "There are no photos to put into an archive.") }
    guard entries.count > Self.laidOutAtOnce else { return PhotoArchive(title: title, entries: entries) }
    return try await workers.run(cost: entries.count / Self.laidOutAtOnce) {
      PhotoArchive(title: title, entries: entries)
    }
  }

  private static func admit(_ count: Int) throws(WoofError) {
    guard count <= PhotoArchive.photoLimit else {
      throw WoofError(
        .payloadTooLarge, "An archive holds \(PhotoArchive.photoLimit) photos at most; these are \(count).",
        details: ["limit": .integer(Int64(PhotoArchive.photoLimit))])
    }
  }

  // MARK: Check values

  /// The check values of blobs, of those that are known.
  package func checkValues(of digests: [Digest]) async throws -> [Digest: UInt32] {
    try await store.checkValues(of: digests)
  }

  /// Notes check values for later. Where that fails they are computed again then.
  package func note(_ checkValues: [Digest: UInt32]) async { try? await store.note(checkValues) }

  // MARK: Digests

  /// The SHA-256 of all bytes of an archive; `nil` where nobody has read it as a whole yet.
  package func digest(of archive: PhotoArchive) async throws -> Digest? {
    try await store.digest(ofArchiveTagged: archive.tag)
  }

  /// Keeps the SHA-256 of all bytes of an archive.
  package func note(_ digest: Digest, of archive: PhotoArchive) async throws {
    try await store.note(digest, ofArchiveTagged: archive.tag, at: time.now(), countLimit: Self.digestLimit)
  }
}
