// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofSQLite

/// Compares the records of the embedded schema with those of PostgreSQL, as what is copied from there would be.
struct RecordComparison {
  private static let rowsAtOnce = 1000

  private let database: Database
  private let transaction: PostgreSQLTransaction

  /// Takes both sides.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  init(of database: Database, _ settings: PostgreSQLSettings) throws(PostgreSQLError) {
    self.database = database
    transaction = try PostgreSQLTransaction(settings, .snapshot)
  }

  /// Compares every row, and ends after so many differences.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func run(limit: Int) throws -> [RecordDifference] {
    try reading {
      var differences = try brief()
      for table in ComparedTable.all where differences.count < limit {
        try compare(table) { difference in
          differences.append(difference)
          return differences.count < limit
        }
      }
      return Array(differences.prefix(limit))
    }
  }

  /// Compares numbers of rows and sums.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  func runBriefly() throws -> [RecordDifference] { try reading { try counts() + brief() } }

  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try database[.beginReading].run()
    defer { database.rollBack() }
    return try body()
  }

  // MARK: Rows

  private func compare(_ table: ComparedTable, _ note: (RecordDifference) -> Bool) throws {
    let statement = try database[table.embedded]
    defer { statement.reset() }
    try transaction.run("DECLARE compared NO SCROLL CURSOR FOR \(table.postgres)")
    var rows = FetchedRows(transaction, table)
    func nextEmbedded() throws(SQLiteError) -> [RecordValue]? {
      guard try statement.step() else { return nil }
      var (columns, row) = (Columns(of: statement), [RecordValue]())
      for column in table.columns { row.append(try RecordValue(&columns, column.kind)) }
      return row
    }
    var (left, right) = (try nextEmbedded(), try rows.next())
    while left != nil || right != nil {
      let difference: RecordDifference?
      switch Self.order(left, right, keyCount: table.keyCount) {
      case .first:
        difference = RecordDifference(table.name, "PostgreSQL has no row \(Self.key(left, table))")
        left = try nextEmbedded()
      case .second:
        difference = RecordDifference(table.name, "the embedded records have no row \(Self.key(right, table))")
        right = try rows.next()
      case .same:
        difference = Self.difference(left ?? [], right ?? [], table)
        (left, right) = (try nextEmbedded(), try rows.next())
      }
      if let difference, !note(difference) { break }
    }
    try transaction.run("CLOSE compared")
  }

  private enum Order { case first, second, same }

  private static func order(_ left: [RecordValue]?, _ right: [RecordValue]?, keyCount: Int) -> Order {
    guard let left else { return .second }
    guard let right else { return .first }
    for (own, other) in zip(left, right).prefix(keyCount) where own != other {
      return own.precedes(other) ? .first : .second
    }
    return .same
  }

  private static func difference(
    _ left: [RecordValue], _ right: [RecordValue], _ table: ComparedTable
  ) -> RecordDifference? {
    let names = table.columns.indices.filter { left[$0] != right[$0] }.map { table.columns[$0].name }
    guard !names.isEmpty else { return nil }
    return RecordDifference(table.name, "row \(key(left, table)) differs in \(names.joined(separator: ", "))")
  }

  private static func key(_ row: [RecordValue]?, _ table: ComparedTable) -> String {
    zip(table.columns, row ?? []).prefix(table.keyCount).map { "\($0.name) \($1.words)" }.joined(separator: ", ")
  }

  // MARK: Numbers

  private func counts() throws -> [RecordDifference] {
    try ComparedTable.all.compactMap { table in
      let own = try database[table.embeddedCount].first { (columns) throws(SQLiteError) in try columns.next(Int64.self)
      }
      let other = try transaction.run(table.postgresCount).first { (row) throws(PostgreSQLError) in try row.integer() }
      guard own != other else { return nil }
      return RecordDifference(table.name, "\(own ?? 0) rows here, \(other ?? 0) in PostgreSQL")
    }
  }

  private func brief() throws -> [RecordDifference] {
    var sums: [Int64: [UInt8]] = [:]
    let own = try database[.comparedSums].all { (columns) throws(SQLiteError) in
      (part: try columns.next(Int64.self), sum: try columns.next([UInt8].self))
    }
    for row in own { sums[row.part] = row.sum }
    var differences: [RecordDifference] = []
    for (part, sum) in try CopiedRecords(in: transaction).viewSums()
    where sums.removeValue(forKey: part) != sum.digest {
      differences.append(RecordDifference("view_sum", "the sum of account \(part) differs"))
    }
    differences += sums.keys.sorted().map { RecordDifference("view_sum", "PostgreSQL has no sum of account \($0)") }
    let tallies = try database[.comparedTallies].all { (columns) throws(SQLiteError) in
      [try columns.next(Int64.self), try columns.next(Int64.self), try columns.next(Int64.self)]
    }
    let others = try transaction.run(
      "SELECT account, photo_count, byte_count FROM account_tally WHERE photo_count <> 0 ORDER BY account"
    ).map { (row) throws(PostgreSQLError) in [try row.integer(), try row.integer(), try row.integer()] }
    let accounts = Set(Set(tallies).symmetricDifference(others).map { $0[0] })
    differences += accounts.sorted().map { RecordDifference("account_tally", "what account \($0) has differs") }
    return differences
  }

  /// The rows of a cursor, one after the other.
  private struct FetchedRows {
    private let transaction: PostgreSQLTransaction
    private let table: ComparedTable
    private var rows: ArraySlice<[RecordValue]> = []
    private var isOver = false

    init(_ transaction: PostgreSQLTransaction, _ table: ComparedTable) {
      self.transaction = transaction
      self.table = table
    }

    mutating func next() throws(PostgreSQLError) -> [RecordValue]? {
      if rows.isEmpty, !isOver {
        let fetched = try transaction.run("FETCH FORWARD \(RecordComparison.rowsAtOnce) FROM compared")
          .map { (row) throws(PostgreSQLError) in
            var values: [RecordValue] = []
            for column in table.columns { values.append(try RecordValue(&row, column.kind)) }
            return values
          }
        isOver = fetched.isEmpty
        rows = fetched[...]
      }
      return rows.popFirst()
    }
  }
}

extension RecordValue {
  /// The value as people read it.
  fileprivate var words: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .text(let text): text
    case .bytes(let bytes): bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}

extension SQL {
  fileprivate static let comparedSums = SQL("SELECT account, digest FROM view_sum WHERE photo_count <> 0")
  fileprivate static let comparedTallies = SQL(
    "SELECT account, photo_count, byte_count FROM account_tally WHERE photo_count <> 0 ORDER BY account")
}
