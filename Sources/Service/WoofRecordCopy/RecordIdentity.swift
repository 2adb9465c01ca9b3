// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofSQLite
internal import WoofStorage

/// The identity of an installation, by which change tokens and all signatures of before hold on the other side as well.
struct RecordIdentity: Hashable, Sendable {
  /// The eight bytes that tell the change log from any other.
  var epoch: [UInt8]
  /// The secret; `nil` where a file keeps it.
  var secret: [UInt8]?
  /// The number of changes of accounts.
  var credentialGeneration: Int64
  /// The newest position that an album, a link or a withdrawal has had.
  var sharingSequence: Int64
}

extension RecordIdentity {
  /// The secret, whoever keeps it.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `no-store` where a file keeps it that was not given.
  func requireSecret(_ given: [UInt8]?) throws(StorageError) -> [UInt8] {
    guard let secret = given ?? secret else {
      throw StorageError(
        .noStore, "the secret of this installation is in a file of the nodes, which is to be named here too")
    }
    return secret
  }
}

// MARK: The embedded schema

extension RecordIdentity {
  /// Reads it from records.
  ///
  /// - Throws: `SQLiteError`.
  init(in database: Database) throws(SQLiteError) {
    func value<Value: SQLiteValue>(_ name: String) throws(SQLiteError) -> Value? {
      try database[.installationValue].first(name) {
        (columns) throws(SQLiteError) in try columns.next(Value.self)
      }
    }
    guard let epoch: [UInt8] = try value("epoch"), let secret: [UInt8] = try value("secret") else {
      throw SQLiteError(corruptRowIn: "installation")
    }
    self.init(
      epoch: epoch, secret: secret, credentialGeneration: try value("credential-generation") ?? 1,
      sharingSequence: try value("sharing-sequence") ?? 0)
  }

  /// Writes it into records without any.
  ///
  /// - Parameter secret: The secret, whoever keeps it.
  /// - Throws: `SQLiteError`.
  func write(secret: [UInt8], to database: Database) throws(SQLiteError) {
    let statement = try database[SQL("INSERT OR REPLACE INTO installation (name, value) VALUES (?1, ?2)")]
    try statement.run("epoch", epoch)
    try statement.run("secret", secret)
    try statement.run("credential-generation", credentialGeneration)
    try statement.run("sharing-sequence", sharingSequence)
  }
}

// MARK: PostgreSQL

extension RecordIdentity {
  /// Reads it from a database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  init(in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    let values = try transaction.run(
      """
      SELECT (SELECT value FROM installation WHERE name = 'epoch'), (SELECT value FROM installation WHERE name = 'secret'),
        (SELECT value FROM counter WHERE name = 'credential-generation'),
        (SELECT value FROM counter WHERE name = 'sharing-sequence')
      """
    ).first { (row) throws(PostgreSQLError) in
      RecordIdentity(
        epoch: try row.bytes(), secret: try row.optionalBytes(), credentialGeneration: try row.integer(),
        sharingSequence: try row.integer())
    }
    guard let values else { throw PostgreSQLError(.unexpectedValue, "the installation has no epoch") }
    self = values
  }

  /// Writes it into a database, and moves the numbers that it gives behind those that are taken.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``, `SQLiteError`.
  func write(to transaction: PostgreSQLTransaction, numbersOf database: Database) throws {
    // The name of the store of blobs stays.
    try transaction.run("DELETE FROM installation WHERE name IN ('epoch', 'secret', 'secret-digest')")
    try transaction.run(
      PostgreSQLStatement("INSERT INTO installation (name, value) VALUES ('epoch', $1)", .bytes(epoch)))
    if let secret {
      try transaction.run(
        PostgreSQLStatement("INSERT INTO installation (name, value) VALUES ('secret', $1)", .bytes(secret)))
    }
    for (name, value) in [
      ("credential-generation", credentialGeneration), ("sharing-sequence", sharingSequence),
    ] {
      try transaction.run(
        PostgreSQLStatement("UPDATE counter SET value = $2 WHERE name = $1", .text(name), .integer(value)))
    }
    let newest = try Self.number("SELECT sequence FROM newest_change", in: database)
    try transaction.run(PostgreSQLStatement("SELECT setval('change_number', $1)", .integer(newest)))
    for numbers in RecordMapping.postgresNumbers {
      let newest = try Self.number(numbers.newest, in: database)
      guard newest > 0 else { continue }
      try transaction.run(PostgreSQLStatement("SELECT setval(\(numbers.sequence), $1)", .integer(newest)))
    }
  }

  private static func number(_ query: String, in database: Database) throws(SQLiteError) -> Int64 {
    // Not kept, as this may be done again and again.
    try Statement(SQL(query), on: database.handle).first { (columns) throws(SQLiteError) in try columns.next(Int64.self)
    } ?? 0
  }
}

extension SQL {
  fileprivate static let installationValue = SQL("SELECT value FROM installation WHERE name = ?1")
}
