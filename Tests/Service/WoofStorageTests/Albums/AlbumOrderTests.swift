// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// The places of photos in an album, where many come to one place.
@Suite(.timeLimit(.minutes(1))) struct AlbumOrderTests {
  private let folder: TemporaryFolder
  private let database: Database
  private let order: AlbumOrder

  init() throws {
    folder = try TemporaryFolder()
    database = try Database(
      path: "\(folder.path)/test.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
    try database.migrate(mayChange: true)
    // The order asks for nothing but the places.
    try database.execute("PRAGMA foreign_keys = OFF; BEGIN")
    order = AlbumOrder(database: database, album: 1)
  }

  /// A way in which photos come in: the photo before which the next one comes, and `nil` for the end.
  enum Arrival: CaseIterable {
    case end, start, beforeTheLast, beforeTheNewest, behindTheNewest, behindTheFirst, anywhere

    fileprivate func next(in photos: [Int64], _ generator: inout SeededGenerator) -> Int64? {
      let newest = Int64(photos.count)
      switch self {
      case .end: return nil
      case .start: return photos.first
      case .beforeTheLast: return photos.last
      case .beforeTheNewest: return photos.isEmpty ? nil : newest
      case .behindTheNewest:
        return photos.firstIndex(of: newest).flatMap { $0 + 1 < photos.count ? photos[$0 + 1] : nil }
      case .behindTheFirst: return photos.count > 1 ? photos[1] : nil
      case .anywhere: return photos.randomElement(using: &generator)
      }
    }
  }

  @Test(arguments: Arrival.allCases)
  func `photos keep their order, whichever way they come, and few others are touched`(_ arrival: Arrival) throws {
    var generator = SeededGenerator(seed: 3)
    // Enough of them lie around the place that the neighbourhood is not the whole album.
    var photos = Array(Int64(1)...500)
    for photo in photos { try add(photo, at: order.end()) }
    if arrival == .beforeTheNewest || arrival == .behindTheNewest {
      photos.insert(501, at: 100)
      try add(501, at: try #require(try order.place(before: 101)))
    }
    let before = database.changeCount
    var places = 0
    for photo in Int64(photos.count + 1)...2500 {
      let next = arrival.next(in: photos, &generator)
      let place = try next.flatMap { (next) throws(SQLiteError) in try order.place(before: next) } ?? order.end()
      try add(photo, at: place)
      photos.insert(photo, at: next.flatMap { photos.firstIndex(of: $0) } ?? photos.count)
      places += 1
      guard photo.isMultiple(of: 250) else { continue }
      try #require(try found() == photos)
    }
    #expect(try found() == photos)
    // A photo that comes is a row and its count; the rest are photos that moved apart.
    let moved = Int(database.changeCount - before) - 2 * places
    #expect(moved <= 12 * places, "\(moved) of \(places)")
  }

  @Test func `places that are next to each other are moved apart`() throws {
    for photo in Int64(1)...3 { try add(photo, at: photo) }
    let place = try #require(try order.place(before: 2))
    try add(4, at: place)
    #expect(try found() == [1, 4, 2, 3])
  }

  @Test func `a crowd is moved apart as far as the next room reaches, and no further`() throws {
    for photo in Int64(1)...200 { try add(photo, at: photo) }
    for photo in Int64(201)...600 { try add(photo, at: photo << 40) }
    try add(1000, at: try #require(try order.place(before: 2)))
    #expect(try found() == [1, 1000] + (2...600))
    #expect(try order.place(of: 300) == 300 << 40)
    #expect(try order.place(of: 1) == 1)
  }

  @Test func `a photo of another album is at no place, and is not moved`() throws {
    try add(1, at: 1)
    try database[SQL("INSERT INTO album_photo (album, photo, place, owner, access) VALUES (2, 9, 2, 1, 0)")].run()
    try add(2, at: 2)
    #expect(try order.place(before: 9) == nil)
    #expect(try !order.isLast(9))
    #expect(try !order.isRight(1, before: 9))
    try add(3, at: try #require(try order.place(before: 2)))
    #expect(try found() == [1, 3, 2])
    #expect(try AlbumOrder(database: database, album: 2).place(of: 9) == 2)
  }

  private func add(_ photo: Int64, at place: Int64) throws(SQLiteError) {
    try database[SQL("INSERT INTO album_photo (album, photo, place, owner, access) VALUES (1, ?1, ?2, 1, 0)")].run(
      photo, place)
  }

  /// The photos in their order; none where two are at the same place.
  private func found() throws -> [Int64] {
    let rows = try database[SQL("SELECT photo, place FROM album_photo WHERE album = 1 ORDER BY place")].all {
      (columns) throws(SQLiteError) in (photo: try columns.next(Int64.self), place: try columns.next(Int64.self))
    }
    return Set(rows.map(\.place)).count == rows.count ? rows.map(\.photo) : []
  }
}
