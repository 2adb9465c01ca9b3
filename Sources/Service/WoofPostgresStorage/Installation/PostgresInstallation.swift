// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL

/// The identity of an installation, which all nodes share: whichever is the first makes it.
enum PostgresInstallation {
  /// Reads the epoch, which tells this installation's change log from any other.
  static func epoch(in pool: PostgreSQLPool) async throws -> UInt64 {
    let add = PostgreSQLStatement(
      "INSERT INTO installation (name, value) VALUES ('epoch', $1) ON CONFLICT DO NOTHING",
      .bytes(SystemRandomSource().bytes(8)))
    let values = try await write([add], in: pool)
    guard let epoch = values["epoch"] else { throw missing }
    return epoch.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads the secret that the database keeps.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``; ``WoofModel/WoofError`` with the code `conflict` where the secret is kept
  ///   in a file.
  static func secret(in pool: PostgreSQLPool) async throws -> [UInt8] {
    let add = PostgreSQLStatement(
      """
      INSERT INTO installation (name, value)
      SELECT 'secret', $1 WHERE NOT EXISTS (SELECT FROM installation WHERE name = 'secret-digest')
      ON CONFLICT DO NOTHING
      """, .bytes(SystemRandomSource().bytes(32)))
    guard let secret = try await write([add], in: pool)["secret"] else {
      throw WoofError(
        .conflict, "This installation keeps its secret in a file: set secretFile to the one that the other nodes have.")
    }
    return secret
  }

  /// Makes sure that the secret of this node is that of all others; the database keeps a tag that it makes.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``; ``WoofModel/WoofError`` with the code `conflict` where it is another one.
  static func check(_ secret: [UInt8], in pool: PostgreSQLPool) async throws {
    let digest = MessageAuthenticator(key: secret).tag(for: Array("installation".utf8))
    let add = PostgreSQLStatement(
      """
      INSERT INTO installation (name, value)
      SELECT 'secret-digest', $1 WHERE NOT EXISTS (SELECT FROM installation WHERE name = 'secret')
      ON CONFLICT DO NOTHING
      """, .bytes(digest))
    let values = try await write([add], in: pool)
    guard values["secret-digest"] == digest || values["secret"] == secret else {
      throw WoofError(
        .conflict,
        "The secret of this node is not that of the installation: give it the file that the other nodes have.")
    }
  }

  /// Returns whether nodes may use a database, by what moves have left in it.
  static func readiness(in pool: PostgreSQLPool) async throws -> DatabaseReadiness {
    func isTrue(_ condition: String) async throws -> Bool {
      try await pool.read(PostgreSQLStatement("SELECT \(condition)"))
        .first { (row) throws(PostgreSQLError) in try row.boolean() } ?? false
    }
    guard try await isTrue("to_regclass('installation') IS NOT NULL") else { return .ready }
    if try await isTrue(MoveMark.isUnderWay) { return .moving }
    return try await isTrue(MoveMark.isClosed) ? .moved : .ready
  }

  private static func write(
    _ statements: [PostgreSQLStatement], in pool: PostgreSQLPool
  ) async throws -> [String: [UInt8]] {
    // Two nodes that start for the first time at once must not make both a secret and the tag of another one.
    let lock = PostgreSQLStatement("SELECT FROM installation WHERE name = 'epoch' FOR UPDATE")
    let read = PostgreSQLStatement("SELECT name, value FROM installation")
    let answers = try await pool.run(.writing([lock] + statements + [read]), retryingAs: true)
    let pairs = try answers.last?.map { (row) throws(PostgreSQLError) in (try row.text(), try row.bytes()) }
    return Dictionary(uniqueKeysWithValues: pairs ?? [])
  }

  private static let missing = PostgreSQLError(.unexpectedValue, "the installation has no epoch")
}
