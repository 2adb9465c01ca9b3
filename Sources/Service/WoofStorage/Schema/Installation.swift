// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofSQLite

/// The identity of an installation, made with its database; only a restore changes the epoch.
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

// MARK: Time

extension Installation {
  /// The mark from which the steady time goes on; `nil` where it has not been kept yet.
  static func steadyMark(in database: Database) throws(SQLiteError) -> SteadyTime.Mark? {
    let text = try database[.steadyMark].first { (columns) throws(SQLiteError) in try columns.next(String.self) }
    guard let parts = text?.split(separator: " ", maxSplits: 2), parts.count == 3, let time = Int64(parts[0]),
      let milliseconds = Int64(parts[1])
    else { return nil }
    return SteadyTime.Mark(
      time: Timestamp(milliseconds: time), clock: BootClock(boot: String(parts[2]), milliseconds: milliseconds))
  }

  /// Keeps from where the steady time goes on when the machine has been booted again.
  static func keep(_ mark: SteadyTime.Mark, in database: Database) throws(SQLiteError) {
    try database[.keepSteadyMark].run("\(mark.time.milliseconds) \(mark.clock.milliseconds) \(mark.clock.boot)")
  }
}

extension SQL {
  fileprivate static let steadyMark = SQL("SELECT value FROM installation WHERE name = 'steady-time'")
  fileprivate static let keepSteadyMark = SQL(
    "INSERT OR REPLACE INTO installation (name, value) VALUES ('steady-time', ?1)")
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
