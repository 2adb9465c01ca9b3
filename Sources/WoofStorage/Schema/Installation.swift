internal import WoofCryptography

/// What tells an installation from any other, made when its database is and never changed.
struct Installation: Sendable {
  /// Tells this database's change log from any other.
  let epoch: UInt64
  /// 32 random bytes: the key of whatever the installation signs.
  let secret: [UInt8]

  /// Reads what tells this database, and makes it in a new one.
  init(in database: Database, random: some RandomSource = SystemRandomSource()) throws(SQLiteError) {
    if try Self.bytes(.installationSecret, in: database) == nil {
      try database[.addInstallation].run(random.bytes(8), random.bytes(32))
    }
    guard let epoch = try Self.bytes(.installationEpoch, in: database),
      let secret = try Self.bytes(.installationSecret, in: database)
    else { throw SQLiteError(corruptRowIn: SQL.installationEpoch.text) }
    self.epoch = epoch.reduce(0) { $0 << 8 | UInt64($1) }
    self.secret = secret
  }

  private static func bytes(_ sql: SQL, in database: Database) throws(SQLiteError) -> [UInt8]? {
    try database[sql].first { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  fileprivate static let installationEpoch = SQL("SELECT value FROM installation WHERE name = 'epoch'")
  fileprivate static let installationSecret = SQL("SELECT value FROM installation WHERE name = 'secret'")
  fileprivate static let addInstallation = SQL(
    "INSERT OR IGNORE INTO installation (name, value) VALUES ('epoch', ?1), ('secret', ?2)")
  static let credentialGeneration = SQL("SELECT value FROM installation WHERE name = 'credential-generation'")
  static let advanceCredentialGeneration = SQL(
    "UPDATE installation SET value = value + 1 WHERE name = 'credential-generation' RETURNING value")
  static let foldGeneration = SQL("SELECT value FROM installation WHERE name = 'fold-generation'")
  static let advanceFoldGeneration = SQL(
    "UPDATE installation SET value = value + 1 WHERE name = 'fold-generation' RETURNING value")
}
