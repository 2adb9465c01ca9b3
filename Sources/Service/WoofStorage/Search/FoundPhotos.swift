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

/// A search whose photos a connection may remember.
private struct FoundPhotosKey: Hashable {
  let text: SearchText
  let indexes: [SearchIndex]
}

extension Snapshot {
  /// All photos that a search by words finds, each in one index only. The connection remembers its last searches, for the next
  /// page or month of them.
  func found(_ text: SearchText, in indexes: [SearchIndex]) throws(SQLiteError) -> [FoundPhotos] {
    func byteCount(_ found: [FoundPhotos]) -> Int { found.reduce(0) { $0 + $1.numbers.byteCount } }
    return try memory.value(
      for: FoundPhotosKey(text: text, indexes: indexes), in: database, byteCount: byteCount
    ) { () throws(SQLiteError) in
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
  fileprivate static let greatestNumber = SQL("SELECT max(number) FROM photo")
  fileprivate static let waitingPhotos = SQL("SELECT photo FROM unindexed_photo")
}
