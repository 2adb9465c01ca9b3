// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofSQLite

@testable import WoofSync

/// The orders of lists, read from rows in a replica's file.
@Suite struct PhotoOrderTests {
  /// Photos by number, with the moment at which each was taken; `nil` where that is not known. Each came in as late as its
  /// number says, so that the clock of the last one was wrong.
  private static let moments: [Int: Int64?] = [1: 900, 2: 50, 3: nil, 4: 50, 5: 700, 6: 90_000_000]

  private func file() throws -> TestFile {
    let test = try TestFile()
    for (number, moment) in Self.moments {
      var photo = Sample.photo(number, owner: number == 5 ? "ada" : "ben", isFavourite: number != 1)
      photo.takenAt = moment.map { Timestamp(milliseconds: $0) }
      try test.write { try $0.apply(photo) }
    }
    return test
  }

  private func withView<Result>(_ body: (ReplicaView) throws -> Result) throws -> Result {
    let test = try file()
    return try test.file.read { database in
      try body(ReplicaView(connection: ReplicaConnection(database, test.file.texts), account: "ada"))
    }
  }

  private func numbers(_ query: PhotoListQuery, after key: PhotoKey? = nil, limit: Int = 10) throws -> [Int] {
    try withView { view in
      let found = try view.photos(query, after: key, limit: limit).map(\.id)
      if key == nil { #expect(try view.keys(query).prefix(limit).map(\.id) == found) }
      return found.map { Int($0.low & 0xFF) }
    }
  }

  @Test func `the order by time has photos by when they were taken, or came in where that is not known`() throws {
    #expect(try numbers(PhotoListQuery(.all, order: .taken)) == [1, 5, 4, 2, 6, 3])
    #expect(try numbers(PhotoListQuery(.favourites, order: .taken)) == [5, 4, 2, 6, 3])
    #expect(try numbers(PhotoListQuery(.owner("ben"), order: .taken)) == [1, 4, 2, 6, 3])
    #expect(try numbers(PhotoListQuery(.own, order: .taken)) == [5])
  }

  @Test func `a part of it begins behind a photo`() throws {
    let key = PhotoKey(id: Sample.id(4), rank: 50)
    for filter in [PhotoListQuery.Filter.all, .favourites, .owner("ben")] {
      #expect(try numbers(PhotoListQuery(filter, order: .taken), after: key, limit: 1) == [2])
    }
  }

  @Test func `lists by arrival and by time are read from indexes`() throws {
    try withView { view in
      for order in [PhotoOrder.newest, .taken] {
        for filter in [PhotoListQuery.Filter.all, .own] {
          let query = PhotoListQuery(filter, order: order)
          _ = try view.photos(query, after: PhotoKey(id: Sample.id(9), rank: 9), limit: 1)
          _ = try view.keys(query)
        }
      }
      let database = view.connection.database
      let lists = database.preparedStatements.filter { $0.text.contains("FROM photo") && $0.text.contains("ORDER BY") }
      #expect(lists.count == 8)
      for list in lists {
        let plan = try database[SQL("EXPLAIN QUERY PLAN \(list.text)")].all { (columns) throws(SQLiteError) in
          _ = (try columns.next(Int.self), try columns.next(Int.self), try columns.next(Int.self))
          return try columns.next(String.self)
        }
        #expect(plan.allSatisfy { $0.contains("INDEX") && !$0.contains("TEMP B-TREE") }, "\(plan) in: \(list.text)")
      }
    }
  }
}
