// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel

/// The photos that a command's arguments select: by ids, all of them, one's own, or those of an account or
/// an album.
struct PhotoSelection: Sendable {
  private let references: [PhotoReference]
  private let isAll: Bool
  private let isMine: Bool
  private let owner: String?
  private let album: AlbumReference?

  init(from reader: inout ArgumentReader) {
    isAll = reader.flag("--all", "All photos that there are.")
    isMine = reader.flag("--mine", "All photos of who signs in, private ones too.")
    owner = reader.option("--owner", .text("NAME"), "All photos of this account.")
    album = reader.option("--album", AlbumReference.kind, "All photos of this album. \(AlbumReference.documentation)")
    references = PhotoReference.any(from: &reader, "The photos' ids, as dogs list shows them, or their beginnings.")
    let ways = [!references.isEmpty, isAll, isMine, owner != nil, album != nil].filter(\.self).count
    if ways != 1, !reader.hasMistakes {
      reader.refuse(because: "say which photos: their ids, or one of --all, --mine, --owner and --album")
    }
  }

  /// The photos, each once, and what became of those that nothing is told of.
  ///
  /// - Throws: `WoofError` where it makes no sense to go on with others.
  func photos(of client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    guard references.isEmpty else { return try await named(client) }
    var photos: [PhotoMetadata] = []
    var seen: Set<PhotoID> = []
    for try await photo in try await list(of: client) where seen.insert(photo.id).inserted { photos.append(photo) }
    return (photos, [])
  }

  private func list(of client: WoofClient) async throws -> PhotoSequence {
    if let album { return client.photos(in: try await AlbumSearch(client: client).id(of: album), pageSize: 500) }
    return isMine ? client.ownPhotos(pageSize: 500) : client.photos(owner: owner, pageSize: 500)
  }

  private func named(_ client: WoofClient) async throws -> (found: [PhotoMetadata], failures: [TransferResult]) {
    var photos: [PhotoMetadata] = []
    var failures: [TransferResult] = []
    var seen: Set<PhotoID> = []
    let search = PhotoSearch(client: client)
    for reference in references {
      do {
        let id = try await search.id(of: reference)
        if seen.insert(id).inserted { photos.append(try await client.photo(id)) }
      } catch {
        failures.append(try reference.failed(error))
      }
    }
    return (photos, failures)
  }
}

extension PhotoSelection {
  /// The maximum number of photos that an archive names one by one.
  private static let archiveLimit = 10_000

  /// The photos for an archive of them all, which there is none of where one of them is missing.
  ///
  /// - Throws: ``CodedFailure`` where a reference means no photo, or where there are none or too many; `WoofError`.
  func archive(_ client: WoofClient) async throws -> ArchiveSelection {
    if let album { return .album(try await AlbumSearch(client: client).id(of: album)) }
    var ids: [PhotoID] = []
    var seen: Set<PhotoID> = []
    if references.isEmpty {
      for try await photo in try await list(of: client).prefix(Self.archiveLimit + 1)
      where seen.insert(photo.id).inserted {
        ids.append(photo.id)
      }
    } else {
      let search = PhotoSearch(client: client)
      for reference in references {
        let id = try await search.id(of: reference)
        if seen.insert(id).inserted { ids.append(id) }
      }
    }
    guard !ids.isEmpty else { throw CodedFailure("not-found", "there are no such photos; see: dogs list") }
    guard ids.count <= Self.archiveLimit else {
      throw CodedFailure(
        "payload-too-large",
        "these are more than \(Self.archiveLimit) photos, and an archive takes so many by their ids; name an album by "
          + "--album, or get them as files by: dogs download")
    }
    return .photos(ids)
  }
}
