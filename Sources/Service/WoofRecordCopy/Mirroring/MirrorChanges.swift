// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgresStorage
internal import WoofSQLite

/// The keys of rows that have changed, each once.
struct MirrorChanges: Sendable {
  /// The keys of each subject, by its name, in their order.
  private(set) var keys: [String: [[RecordValue]]] = [:]
  /// The number of all keys.
  private(set) var count = 0

  /// Notes what an entry of a journal tells, of a key that has not been noted yet.
  mutating func note(_ numbers: [RecordValue], _ bytes: RecordValue, _ text: RecordValue, of subject: String) {
    // What another release has noted is not known; its triggers are not those of this one.
    guard let kinds = Self.subjects[subject]?.key else { return }
    var numbers = numbers[...]
    let key = kinds.map { kind in
      switch kind {
      case .integer, .boolean: numbers.popFirst() ?? .null
      case .text: text
      case .bytes: bytes
      }
    }
    keys[subject, default: []].append(key)
    count += 1
  }

  private static let subjects = Dictionary(
    CapturedTable.embedded.map { ($0.subject.name, $0.subject) }, uniquingKeysWith: { first, _ in first })

  /// These changes, with the check values of all photos whose details are written anew: PostgreSQL may keep a check value with the
  /// details of a photo, and the embedded schema removes one with a variant.
  ///
  /// - Parameters:
  ///   - records: A database of the embedded schema, whose photos have some of the digests.
  ///   - others: Further digests.
  func withCheckValues(
    ofPhotosIn records: Database, and others: [[RecordValue]] = []
  ) throws(SQLiteError) -> MirrorChanges {
    var digests = Set(self[[.checkValue]]).union(others)
    let statement = try records[.digestsOfPhoto]
    for photo in numbers(0, .detail) {
      try statement.rows(photo) { (columns) throws(SQLiteError) in
        digests.insert([try RecordValue(&columns, .bytes)])
        return true
      }
    }
    var changes = self
    changes.keys[MirrorSubject.checkValue.name] = Array(digests)
    return changes
  }

  /// The numbers at a place of the keys of subjects.
  func numbers(_ place: Int, _ subjects: MirrorSubject...) -> [Int64] {
    self[subjects].compactMap { key in
      guard key.indices.contains(place), case .integer(let number) = key[place] else { return nil }
      return number
    }
  }

  /// The keys of one or more subjects, each once.
  subscript(subjects: [MirrorSubject]) -> [[RecordValue]] {
    guard subjects.count > 1 else { return subjects.first.flatMap { keys[$0.name] } ?? [] }
    var seen: Set<[RecordValue]> = []
    return subjects.flatMap { keys[$0.name] ?? [] }.filter { seen.insert($0).inserted }
  }

  /// The rows from which something follows in PostgreSQL.
  var derived: MirroredRecords.Changes {
    var changes = MirroredRecords.Changes()
    changes.accounts = numbers(0, .account)
    changes.photos = numbers(0, .photo, .detail)
    changes.details = numbers(0, .detail)
    changes.albums = numbers(0, .album)
    changes.albumPhotos = numbers(1, .albumPhoto)
    changes.contributors = (numbers(0, .albumContributor), numbers(1, .albumContributor))
    return changes
  }
}

extension SQL {
  fileprivate static let digestsOfPhoto = SQL(
    "SELECT digest FROM photo_detail WHERE photo = ?1 UNION SELECT digest FROM variant WHERE photo = ?1")
}
