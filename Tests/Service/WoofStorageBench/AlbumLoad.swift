// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofStorage

/// Measures pages of an album that holds all photos there are, beside the newest page, in turns.
struct AlbumLoad {
  private static let rounds = 200

  let photoCount: Int
  let path: String

  func run() async throws {
    var library = try await LibraryFill(at: "\(path)/data")
    let album = AlbumID(uuid: PhotoID(high: 1, low: 1))
    let contributor = library.members[0]
    try await make(album, by: library.owner, with: contributor, in: library)
    print("filling")
    let start = library.count
    var ids: [PhotoID] = []
    while ids.count < photoCount { ids += try await library.add(min(10_000, photoCount - ids.count)) }
    let records = library.storage.records
    let owner = library.owner.id
    for part in stride(from: 0, to: ids.count, by: 256) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for id in ids[part..<min(part + 256, ids.count)] {
          group.addTask { _ = try await records.changeAlbum(album, by: .placing(id, .kept), for: owner, if: .presence) }
        }
        try await group.waitForAll()
      }
    }
    print(
      "\(library.count - start) photos in an album; p50 and p99 in milliseconds, and of processor time, of pages of 50:"
    )
    let readers: [(String, AccountID?)] = [("nobody", nil), ("a contributor", contributor.id), ("the owner", owner)]
    for (name, reader) in readers {
      let deep = try await place(photoCount / 2, in: album, reader, library)
      try await compare(name, album, reader, behind: deep, library)
    }
    await library.close()
  }

  private func make(
    _ album: AlbumID, by owner: Account, with contributor: Account, in library: LibraryFill
  ) async throws {
    let draft = AlbumDraft(
      id: album, owner: Principal(owner), title: "All", visibility: .public, createdAt: SystemTimeSource().now())
    _ = try await library.storage.records.addAlbum(draft, countLimit: 10)
    _ = try await library.storage.records.changeAlbum(
      album, by: .contributor(contributor.name, isAdded: true), for: owner.id, if: .presence
    )
  }

  /// The place of a photo in the album, as a cursor.
  private func place(
    _ number: Int, in album: AlbumID, _ reader: AccountID?, _ library: LibraryFill
  ) async throws -> AlbumCursor? {
    var query = AlbumPhotoQuery(album: album, reader: reader, limit: 500)
    for _ in 0..<number / 1000 { query.after = try await library.storage.records.photos(query).last?.cursor }
    return query.after
  }

  private func compare(
    _ name: String, _ album: AlbumID, _ reader: AccountID?, behind deep: AlbumCursor?, _ library: LibraryFill
  ) async throws {
    let records = library.storage.records
    let newest = PhotoQuery(scope: .readable(by: reader), order: .newest, limit: 50)
    var costs: [[Cost]] = [[], [], []]
    for _ in 0..<Self.rounds {
      costs[0].append(try await Cost.of { _ = try await records.photos(newest) })
      for (index, after) in [nil, deep].enumerated() {
        let query = AlbumPhotoQuery(album: album, reader: reader, after: after, limit: 50)
        costs[index + 1].append(
          try await Cost.of {
            guard try await records.album(album, for: reader) != nil else { return }
            _ = try await records.photos(query)
          })
      }
    }
    let figures = zip(["newest", "first of the album", "deep in it"], costs).map { "\($0) \(Cost.summary($1))" }
    print("  \(name): \(figures.joined(separator: " | "))")
  }
}
