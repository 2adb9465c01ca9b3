// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension Sample {
  /// The id of an album that was made as the so-manieth.
  package static func albumID(_ number: Int) -> AlbumID { AlbumID(uuid: photoID(number)) }
}

extension StoresUnderTest {
  /// Makes an album that must be new.
  @discardableResult
  package func makeAlbum(
    _ number: Int, by owner: Principal, visibility: Visibility = .public, countLimit: Int = 100
  ) async throws -> AlbumRecord {
    let draft = AlbumDraft(
      id: Sample.albumID(number), owner: owner, title: "Album \(number)", visibility: visibility,
      createdAt: Sample.time(Int64(number)))
    return try await albums.addAlbum(draft, countLimit: countLimit)
  }

  /// Changes an album as whoever may change it.
  ///
  /// - Returns: The album as the reader sees it.
  @discardableResult
  package func change(_ album: AlbumID, _ change: AlbumChange, for reader: Principal) async throws -> AlbumRecord {
    try await albums.changeAlbum(album, by: change, for: reader.id, if: .presence)
  }

  /// Puts photos into an album, one after the other.
  package func put(_ numbers: some Sequence<Int>, into album: AlbumID, for reader: Principal) async throws {
    for number in numbers { try await change(album, .placing(Sample.photoID(number), .kept), for: reader) }
  }

  /// The numbers of the photos of an album that a reader sees, read in pages.
  package func photoNumbers(of album: AlbumID, for reader: Principal?, pageLimit: Int = 100) async throws -> [Int] {
    var numbers: [Int] = []
    var query = AlbumPhotoQuery(album: album, reader: reader?.id, limit: pageLimit)
    while true {
      let page = try await albums.photos(query)
      numbers += page.map { Int($0.record.id.low & 0xFFFF) }
      guard page.count == pageLimit, let last = page.last else { return numbers }
      query.after = last.cursor
    }
  }

  /// The ids of a list of albums, read in pages.
  package func albumIDs(_ scope: AlbumQuery.Scope, pageLimit: Int = 100) async throws -> [AlbumID] {
    var ids: [AlbumID] = []
    var query = AlbumQuery(scope: scope, limit: pageLimit)
    while true {
      let page = try await albums.albums(query)
      ids += page.map(\.id)
      guard page.count == pageLimit, let last = page.last else { return ids }
      query.after = last.id
    }
  }
}
