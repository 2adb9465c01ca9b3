// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofSQLite

/// All photos that a search by words finds in an index, and the parts of lists of which they count.
///
/// The index says which photos have the words, and the parts which of them are found as they are now.
struct FoundPhotos {
  let parts: [PhotoListPart]
  let numbers: PhotoSet
}

/// What a connection found last, for the next page or month of the same search, until anybody writes anything.
final class FoundPhotoMemory {
  private struct Key: Hashable {
    let text: SearchText
    let indexes: [SearchIndex]
  }

  private static let searchCount = 8
  private static let byteLimit = 1 << 20

  /// The searches, the last one at the end.
  private var searches: [(key: Key, found: [FoundPhotos])] = []
  private var version: Int64 = -1

  /// The photos that a search finds in each index, remembered or read.
  ///
  /// - Parameter read: Reads them.
  func photos(
    _ text: SearchText, in indexes: [SearchIndex], of database: Database, read: () throws(SQLiteError) -> [FoundPhotos]
  ) throws(SQLiteError) -> [FoundPhotos] {
    let version = try database[.dataVersion].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    if version != self.version { searches.removeAll() }
    self.version = version ?? -1
    let key = Key(text: text, indexes: indexes)
    if let known = searches.first(where: { $0.key == key }) { return known.found }
    let found = try read()
    searches.append((key, found))
    while searches.count > Self.searchCount || byteCount > Self.byteLimit { searches.removeFirst() }
    return found
  }

  private var byteCount: Int { searches.reduce(0) { $1.found.reduce($0) { $0 + $1.numbers.byteCount } } }
}

extension Snapshot {
  /// All photos that a search by words finds, each in one index only.
  func found(_ text: SearchText, in indexes: [SearchIndex]) throws(SQLiteError) -> [FoundPhotos] {
    try foundPhotos.photos(text, in: indexes, of: database) { () throws(SQLiteError) in
      let greatest = try integer(.greatestNumber) ?? 0
      var found: [FoundPhotos] = []
      for index in indexes {
        var numbers = PhotoSet(upTo: greatest)
        try index.numbers(text, in: database) { numbers.insert($0) }
        try database[.waitingPhotos].rows { (columns) throws(SQLiteError) in
          numbers.remove(try columns.next())
          return true
        }
        for other in found { numbers.subtract(other.numbers) }
        found.append(FoundPhotos(parts: index.parts, numbers: numbers))
      }
      return found
    }
  }

  private func integer(_ sql: SQL) throws(SQLiteError) -> Int64? {
    try database[sql].first { (columns) throws(SQLiteError) in try columns.next(Int64?.self) } ?? nil
  }
}

extension SearchIndex {
  /// The parts of lists that an index is for.
  fileprivate var parts: [PhotoListPart] {
    switch self {
    case .listed(nil): PhotoListPart.parts(foundBy: nil)
    case .listed(let owner?): PhotoListPart.parts(ownedBy: owner, foundBy: nil)
    case .owned(let owner): PhotoListPart.parts(ownedBy: owner, foundBy: owner)
    }
  }
}

extension SQL {
  /// Grows whenever another connection has written (sqlite.org/pragma.html#pragma_data_version).
  fileprivate static let dataVersion = SQL("PRAGMA data_version")
  fileprivate static let greatestNumber = SQL("SELECT max(number) FROM photo")
  fileprivate static let waitingPhotos = SQL("SELECT photo FROM unindexed_photo")
}
