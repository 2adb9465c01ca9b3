// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let albumOrderBehaviours = placingInAlbums + pagingThroughAlbums

  private static let placingInAlbums = [
    StoreBehaviour("a photo that is added comes to the end, and one that is there already stays") { stores in
      let album = try await filledAlbum(stores, count: 3)
      #expect(album.record.photoCount == 3 && album.record.version == 4)
      #expect(try await stores.photoNumbers(of: album.id, for: album.owner) == [1, 2, 3])
      #expect(try await stores.change(album.id, .placing(Sample.photoID(1), .kept), for: album.owner) == album.record)
      #expect(try await stores.photoNumbers(of: album.id, for: nil) == [1, 2, 3])
    },
    StoreBehaviour("a photo comes to the place that is named, whether it is new or moves") { stores in
      let album = try await filledAlbum(stores, count: 4)
      try await stores.add(5, by: album.owner)
      let steps: [(Int, AlbumPlace, [Int])] = [
        (5, .before(Sample.photoID(1)), [5, 1, 2, 3, 4]), (5, .before(Sample.photoID(4)), [1, 2, 3, 5, 4]),
        (1, .end, [2, 3, 5, 4, 1]), (1, .before(Sample.photoID(2)), [1, 2, 3, 5, 4]),
        (2, .before(Sample.photoID(1)), [2, 1, 3, 5, 4]), (3, .kept, [2, 1, 3, 5, 4]), (4, .end, [2, 1, 3, 5, 4]),
      ]
      for (number, place, expected) in steps {
        try await stores.change(album.id, .placing(Sample.photoID(number), place), for: album.owner)
        #expect(try await stores.photoNumbers(of: album.id, for: nil) == expected, "\(number), \(place)")
      }
    },
    StoreBehaviour("a photo that is moved to where it is already adds no version") { stores in
      let album = try await filledAlbum(stores, count: 3)
      let places: [(Int, AlbumPlace)] = [
        (3, .end), (2, .before(Sample.photoID(3))), (2, .before(Sample.photoID(2))), (1, .kept),
      ]
      for (number, place) in places {
        let after = try await stores.change(album.id, .placing(Sample.photoID(number), place), for: album.owner)
        #expect(after == album.record, "\(number), \(place)")
      }
    },
    StoreBehaviour("a photo is not put before one that is not in the album, nor in one where there is no photo") {
      stores in
      let album = try await filledAlbum(stores, count: 2)
      try await stores.add(3, by: album.owner)
      try await stores.add(4, by: album.owner)
      try await stores.edit(Sample.photoID(4), .deletion)
      for (number, next) in [(1, 3), (3, 3), (3, 9), (1, 9), (1, 4)] {
        await expectProblem(.invalidParameter) {
          let change = AlbumChange.placing(Sample.photoID(number), .before(Sample.photoID(next)))
          try await stores.change(album.id, change, for: album.owner)
        }
      }
      for place in [AlbumPlace.kept, .end, .before(Sample.photoID(1))] {
        await expectProblem(.notFound) {
          try await stores.change(album.id, .placing(Sample.photoID(9), place), for: album.owner)
        }
        await expectProblem(.gone) {
          try await stores.change(album.id, .placing(Sample.photoID(4), place), for: album.owner)
        }
      }
      #expect(try await stores.albums.album(album.id, for: album.owner.id) == album.record)
    },
    StoreBehaviour("a photo that is taken out is not in the album, and one that is not there changes nothing") {
      stores in
      let album = try await filledAlbum(stores, count: 3)
      let after = try await stores.change(album.id, .removal(Sample.photoID(2)), for: album.owner)
      #expect(after.photoCount == 2 && after.version == album.record.version + 1)
      #expect(try await stores.photoNumbers(of: album.id, for: nil) == [1, 3])
      for number in [2, 9] {
        #expect(try await stores.change(album.id, .removal(Sample.photoID(number)), for: album.owner) == after)
      }
      try await stores.put([2], into: album.id, for: album.owner)
      #expect(try await stores.photoNumbers(of: album.id, for: nil) == [1, 3, 2])
      #expect(try await stores.records.photo(Sample.photoID(2))?.isDeleted == false)
    },
    StoreBehaviour("200 photos that come before the same one keep the order in which they came") { stores in
      let album = try await filledAlbum(stores, count: 2)
      for number in 3...202 {
        try await stores.add(number, by: album.owner)
        let change = AlbumChange.placing(Sample.photoID(number), .before(Sample.photoID(2)))
        try await stores.change(album.id, change, for: album.owner)
      }
      let expected = [1] + Array(3...202) + [2]
      #expect(try await stores.photoNumbers(of: album.id, for: nil, pageLimit: 500) == expected)
      #expect(try await stores.photoNumbers(of: album.id, for: nil, pageLimit: 7) == expected)
    },
    StoreBehaviour("an album is in the order of a list in which the same changes are made") { stores in
      let album = try await filledAlbum(stores, count: 12)
      var (model, generator) = (Array(1...12), RepeatableRandom(state: 20))
      for step in 0..<600 {
        let number = Int.random(in: 1...12, using: &generator)
        // One place is asked for more often than others, so that it gets narrow there.
        let next = step.isMultiple(of: 3) ? Int.random(in: 1...12, using: &generator) : 1
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
          try await stores.change(album.id, .removal(Sample.photoID(number)), for: album.owner)
          model.removeAll { $0 == number }
        case 1:
          try await stores.change(album.id, .placing(Sample.photoID(number), .end), for: album.owner)
          model = model.filter { $0 != number } + [number]
        case 2:
          try await stores.put([number], into: album.id, for: album.owner)
          if !model.contains(number) { model.append(number) }
        default:
          guard model.contains(next), next != number else { continue }
          let change = AlbumChange.placing(Sample.photoID(number), .before(Sample.photoID(next)))
          try await stores.change(album.id, change, for: album.owner)
          model.removeAll { $0 == number }
          model.insert(number, at: model.firstIndex(of: next) ?? 0)
        }
        guard step.isMultiple(of: 10) else { continue }
        let found = try await stores.photoNumbers(of: album.id, for: album.owner)
        try #require(found == model, "step \(step)")
      }
      #expect(try await stores.photoNumbers(of: album.id, for: nil, pageLimit: 5) == model)
      #expect(try await stores.albums.album(album.id, for: nil)?.photoCount == model.count)
    },
  ]

  private static let pagingThroughAlbums = [
    StoreBehaviour("pages of an album hold each photo once, those of everybody and the reader's own together") {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada).id
      for number in 1...23 {
        let visibility = Visibility.allCases[number % 3]
        try await stores.add(number, by: number.isMultiple(of: 2) ? ada : bob, visibility: visibility)
      }
      let order = [7, 23, 1] + (2...6) + (8...22)
      try await stores.put(order, into: album, for: ada)
      for reader in [nil, ada, bob] {
        let expected = try await visible(order, to: reader, stores)
        for limit in [1, 2, 5, 23, 100] {
          let found = try await stores.photoNumbers(of: album, for: reader, pageLimit: limit)
          #expect(found == expected, "\(String(describing: reader?.name)), \(limit)")
        }
      }
    },
    StoreBehaviour("a page goes on behind a photo wherever it has been moved") { stores in
      let album = try await filledAlbum(stores, count: 6)
      let cursor = try await cursor(behind: 2, of: album, stores)
      try await stores.change(
        album.id, .placing(Sample.photoID(2), .before(Sample.photoID(6))), for: album.owner)
      #expect(try await numbers(of: album, after: cursor, stores) == [6])
      try await stores.change(
        album.id, .placing(Sample.photoID(2), .before(Sample.photoID(1))), for: album.owner)
      #expect(try await numbers(of: album, after: cursor, stores) == [1, 3, 4, 5, 6])
    },
    StoreBehaviour("a page goes on behind the place of a photo that has been taken out or deleted since") { stores in
      let album = try await filledAlbum(stores, count: 6)
      let cursors = [
        try await cursor(behind: 2, of: album, stores), try await cursor(behind: 4, of: album, stores),
      ]
      try await stores.change(album.id, .removal(Sample.photoID(2)), for: album.owner)
      try await stores.edit(Sample.photoID(4), .deletion)
      #expect(try await numbers(of: album, after: cursors[0], stores) == [3, 5, 6])
      #expect(try await numbers(of: album, after: cursors[1], stores) == [5, 6])
    },
    StoreBehaviour("a cursor of another album, or of none, gets what lies behind its place, and no failure") { stores in
      let album = try await filledAlbum(stores, count: 3)
      let ends: [(Int64, [Int])] = [(.min, [1, 2, 3]), (.max, [])]
      for (place, expected) in ends {
        let cursor = AlbumCursor(photo: Sample.photoID(99), place: place)
        #expect(try await numbers(of: album, after: cursor, stores) == expected)
      }
    },
  ]

  /// An album with so many photos that everybody sees.
  private struct FilledAlbum {
    let owner: Principal
    let record: AlbumRecord

    var id: AlbumID { record.id }
  }

  private static func filledAlbum(_ stores: StoresUnderTest, count: Int) async throws -> FilledAlbum {
    let ada = try await stores.account("ada")
    let album = try await stores.makeAlbum(1, by: ada)
    for number in 1...count { try await stores.add(number, by: ada) }
    try await stores.put(1...count, into: album.id, for: ada)
    return FilledAlbum(owner: ada, record: try #require(try await stores.albums.album(album.id, for: ada.id)))
  }

  private static func visible(
    _ numbers: [Int], to reader: Principal?, _ stores: StoresUnderTest
  ) async throws -> [Int] {
    var visible: [Int] = []
    for number in numbers {
      let photo = try await stores.records.photo(Sample.photoID(number))
      if photo?.access.allowsReading(by: reader?.id) == true { visible.append(number) }
    }
    return visible
  }

  private static func cursor(
    behind number: Int, of album: FilledAlbum, _ stores: StoresUnderTest
  ) async throws -> AlbumCursor {
    let photos = try await stores.albums.photos(AlbumPhotoQuery(album: album.id, reader: nil, limit: 100))
    return try #require(photos.first { $0.record.id == Sample.photoID(number) }).cursor
  }

  private static func numbers(
    of album: FilledAlbum, after cursor: AlbumCursor, _ stores: StoresUnderTest
  ) async throws -> [Int] {
    let query = AlbumPhotoQuery(album: album.id, reader: nil, after: cursor, limit: 100)
    return try await stores.albums.photos(query).map { Int($0.record.id.low & 0xFFFF) }
  }
}

/// Random numbers that are the same in every run (a linear congruential generator).
private struct RepeatableRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
