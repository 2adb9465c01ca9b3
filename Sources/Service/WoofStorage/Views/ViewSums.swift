// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
public import WoofSQLite

/// One of the sets of photos of which a sum is kept: what everybody sees, or what one account sees beside that.
enum ViewPart: Hashable {
  /// The public photos of all accounts.
  case `public`
  /// The photos of an account that are not public.
  case own(AccountID)

  /// The part of a photo that is not deleted.
  init(of access: PhotoAccess) { self = access.allowsFinding(by: .everybody) ? .public : .own(access.owner) }

  /// The number of the part in the table: that of the account, or 0.
  var number: Int64 {
    switch self {
    case .public: 0
    case .own(let account): account.rawValue
    }
  }
}

/// The digest and the number of photos of a part, or how much it has more than another time.
struct ViewSum: Hashable {
  /// The digest.
  var digest = ViewDigest()
  /// The number of photos; negative where there are fewer.
  var photoCount = 0

  /// Adds a photo.
  mutating func insert(_ id: PhotoID, version: Int64) {
    digest.insert(.photo(id, version: version))
    photoCount += 1
  }

  /// Takes a photo out.
  mutating func remove(_ id: PhotoID, version: Int64) {
    digest.remove(.photo(id, version: version))
    photoCount -= 1
  }

  static func += (left: inout ViewSum, right: ViewSum) {
    left.digest += right.digest
    left.photoCount += right.photoCount
  }
}

/// The sums of parts, or what they have more than those of the table.
struct ViewSums: Hashable {
  /// The sum of each part that has one.
  private(set) var sums: [ViewPart: ViewSum] = [:]

  /// The sum of a part.
  subscript(part: ViewPart) -> ViewSum { sums[part] ?? ViewSum() }

  /// Adds a photo that is not deleted.
  mutating func insert(_ id: PhotoID, _ access: PhotoAccess, version: Int64) {
    sums[ViewPart(of: access), default: ViewSum()].insert(id, version: version)
  }

  /// Takes out a photo that is not deleted.
  mutating func remove(_ id: PhotoID, _ access: PhotoAccess, version: Int64) {
    sums[ViewPart(of: access), default: ViewSum()].remove(id, version: version)
  }

  /// Counts what a change has made of a photo.
  ///
  /// - Parameter old: The photo before it; `nil` where there was none.
  mutating func replace(_ old: PhotoRecord?, with new: PhotoRecord) {
    if let old, !old.isDeleted { remove(old.id, old.access, version: old.version) }
    if !new.isDeleted { insert(new.id, new.access, version: new.version) }
  }

  /// Forgets everything.
  mutating func removeAll() {
    if !sums.isEmpty { sums.removeAll(keepingCapacity: true) }
  }
}

// MARK: The table

extension ViewSums {
  /// Adds everything to the sums of the table. Parts without photos have no row.
  func add(to database: Database) throws(SQLiteError) {
    for (part, difference) in sums where difference != ViewSum() {
      var sum = try ViewSum.read(part, in: database)
      sum += difference
      if sum == ViewSum() {
        try database[.removeViewSum].run(part.number)
      } else {
        try database[.keepViewSum].run(part.number, sum.digest, sum.photoCount)
      }
    }
  }

  /// Counts all photos that the table of photos has, which takes a second for some 500,000 of them.
  static func counted(in database: Database) throws(SQLiteError) -> ViewSums {
    var result = ViewSums()
    try database[.photosToSum].rows { (columns) throws(SQLiteError) in
      let (id, version): (PhotoID, Int64) = (try columns.next(), try columns.next())
      result.insert(id, PhotoAccess(owner: try columns.next(), visibility: try columns.next()), version: version)
      return true
    }
    return result
  }

  /// Makes the sums of the table anew, within the transaction that is open.
  static func recount(in database: Database) throws(SQLiteError) {
    try forget(in: database)
    try counted(in: database).add(to: database)
    try database[.noteViewSums].run()
  }

  /// Forgets the sums of the table, so that the next start makes them anew.
  static func forget(in database: Database) throws(SQLiteError) {
    try database[.forgetViewSumsNote].run()
    try database[.forgetViewSums].run()
  }

  /// Makes the sums of the table where there are none, as in a database of before there were any.
  static func prepare(in database: Database) throws(SQLiteError) {
    guard try !database.hasViewSums() else { return }
    do throws(SQLiteError) {
      try database[.beginWriting].run()
      try recount(in: database)
      try database[.commit].run()
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Compares the sums of the table with what they should be.
  ///
  /// - Returns: The numbers of accounts whose sums are wrong, and 0 for that of public photos; none where no sums have been
  ///   made yet.
  static func wrongParts(in database: Database) throws(SQLiteError) -> [Int64] {
    guard try database.hasViewSums() else { return [] }
    let counted = try counted(in: database)
    var expected: [Int64: ViewSum] = [:]
    for (part, sum) in counted.sums { expected[part.number] = sum }
    let kept = try database[.viewSums].all { (columns) throws(SQLiteError) in
      (number: try columns.next(Int64.self), sum: try ViewSum(digest: columns.next(), photoCount: columns.next()))
    }
    var wrong: [Int64] = []
    for row in kept where expected.removeValue(forKey: row.number) != row.sum { wrong.append(row.number) }
    return (wrong + expected.keys).sorted()
  }
}

extension ViewSum {
  /// Reads the sum of a part as the table has it.
  static func read(_ part: ViewPart, in database: Database) throws(SQLiteError) -> ViewSum {
    try database[.viewSum].first(part.number) { (columns) throws(SQLiteError) in
      ViewSum(digest: try columns.next(), photoCount: try columns.next())
    } ?? ViewSum()
  }
}

extension Database {
  /// Returns `true` if the sums of views have been made.
  fileprivate func hasViewSums() throws(SQLiteError) -> Bool {
    try self[.hasViewSums].first { (columns) throws(SQLiteError) in try columns.next() } ?? false
  }
}

extension ViewDigest: SQLiteValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { bytes.bind(to: statement, at: index) }

  static func read(from statement: OpaquePointer, at column: Int32) -> ViewDigest? {
    [UInt8].read(from: statement, at: column).flatMap { ViewDigest(bytes: $0) }
  }
}

extension SQL {
  fileprivate static let viewSum = SQL("SELECT digest, photo_count FROM view_sum WHERE account = ?1")
  fileprivate static let viewSums = SQL("SELECT account, digest, photo_count FROM view_sum")
  fileprivate static let keepViewSum = SQL(
    "INSERT OR REPLACE INTO view_sum (account, digest, photo_count) VALUES (?1, ?2, ?3)")
  fileprivate static let removeViewSum = SQL("DELETE FROM view_sum WHERE account = ?1")
  fileprivate static let forgetViewSums = SQL("DELETE FROM view_sum")
  fileprivate static let photosToSum = SQL("SELECT id, version, owner, visibility FROM photo WHERE is_deleted = 0")
  fileprivate static let hasViewSums = SQL("SELECT EXISTS (SELECT 1 FROM installation WHERE name = 'view-sums')")
  fileprivate static let noteViewSums = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES ('view-sums', 1)")
  fileprivate static let forgetViewSumsNote = SQL("DELETE FROM installation WHERE name = 'view-sums'")
}
