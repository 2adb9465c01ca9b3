// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// Failed sign-ins that nodes tell each other of by rows that stand for a minute.
actor PostgresSignInFailures: SignInFailureStore {
  /// The time by which a row may become visible late, in milliseconds. Rows that nodes were slower with are missed.
  private static let lateness: Int64 = 15_000

  private let pool: PostgreSQLPool
  private let node: [UInt8]
  /// The time of the last look, by the database's clock.
  private var lastLook: Int64?
  /// The rows that were seen then, which are found again for a while.
  private var seen: Set<Int64> = []

  init(_ pool: PostgreSQLPool, node: [UInt8]) {
    self.pool = pool
    self.node = node
  }

  func exchange(_ own: [SignInFailures]) async throws -> [SignInFailures] {
    let look = PostgreSQLStatement(
      Self.look, .bytes(node), .integer(lastLook.map { $0 - Self.lateness }))
    do {
      let rows =
        own.isEmpty
        ? try await pool.read(look)
        : try await pool.run(.writing([telling(own), look]), retryingAs: false).last
      return try rows.map { (rows) throws(PostgreSQLError) in try take(rows) } ?? []
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  private func telling(_ own: [SignInFailures]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      Self.tell, .bytes(node), .texts(own.map(\.name)), .texts(own.map(\.network)),
      .integers(own.map { Int64($0.count) }), .booleans(own.map(\.endedWell)))
  }

  private func take(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> [SignInFailures] {
    let found = try rows.map { (row) throws(PostgreSQLError) in try Told(&row) }
    var failures: [SignInFailures] = []
    for told in found { if let number = told.number, !seen.contains(number) { failures.append(told.failures) } }
    seen = Set(found.compactMap(\.number))
    lastLook = found.first?.now ?? lastLook
    return failures
  }

  private static let tell = """
    INSERT INTO sign_in_failure (node, told_at, name, network, count, ended_well)
    SELECT $1, \(PostgresSchema.now), told.name, told.network, told.count, told.ended_well
    FROM unnest($2::text[], $3::text[], $4::int8[], $5::bool[]) AS told (name, network, count, ended_well)
    """
  // One row at least, for the time.
  private static let look = """
    SELECT \(PostgresSchema.now), number, name, network, count, ended_well
    FROM (SELECT) AS one LEFT JOIN sign_in_failure
      ON told_at > coalesce($2, \(PostgresSchema.now)) AND node <> $1
    """
}

/// A row of what others tell, and the time by the database's clock.
private struct Told {
  let now: Int64
  /// The row's number; `nil` where nobody tells anything.
  let number: Int64?
  let failures: SignInFailures

  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    now = try row.integer()
    number = try row.optionalInteger()
    failures = SignInFailures(
      name: try row.optionalText(), network: try row.optionalText() ?? "",
      count: Int(clamping: try row.optionalInteger() ?? 0), endedWell: try row.optionalBoolean() ?? false)
  }
}
