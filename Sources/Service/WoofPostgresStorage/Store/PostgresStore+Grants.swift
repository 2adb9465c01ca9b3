// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

extension PostgresStore {
  /// The number of times that a removal of which it is not known whether it was done is tried again.
  private static let removalLimit = 3

  /// Adds a grant; doing it twice adds it once.
  ///
  /// - Parameters:
  ///   - sql: A statement of ``GrantSQL/adding(to:counting:isRevoked:_:removed:)``.
  ///   - values: Its values from `$7` on.
  ///   - refuseNext: Refuses one more than so many.
  /// - Throws: As ``GrantAnswer/check(_:)``.
  func add(
    _ grant: Grant, _ sql: String, _ values: [PostgreSQLValue],
    refuseNext: (Int) throws(WoofError) -> Void = { _ throws(WoofError) in }
  ) async throws {
    let statement = PostgreSQLStatement(sql, grant.values + values)
    let answer = try await write([GrantSQL.lock(grant.account), statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try GrantAnswer(&row) }
    }
    guard let answer else { throw WoofError.deletedAccount }
    if let generation = answer.generation { accounts.advance(to: generation) }
    try answer.check(refuseNext)
  }

  /// Removes grants of an account.
  ///
  /// - Parameters:
  ///   - sql: A statement of ``GrantSQL/removing(from:where:_:)``.
  ///   - values: Its values from `$2` on.
  /// - Returns: The number of those that were removed. Where an answer was lost and nothing is left to remove, that is 1, as
  ///   whoever asked for it wanted it gone.
  func removeGrants(of account: AccountID, _ sql: String, _ values: [PostgreSQLValue] = []) async throws -> Int {
    let statement = PostgreSQLStatement(sql, [.integer(account.rawValue)] + values)
    var isUnknown = false
    for attempt in 0... {
      do {
        let rows = try await pool.run(.writing([GrantSQL.lock(account), statement]), retryingAs: false)
        let answer = try rows.last?.first { (row) throws(PostgreSQLError) in
          (count: try row.count(), generation: try row.optionalInteger())
        }
        if let generation = answer?.generation { accounts.advance(to: generation) }
        let count = answer?.count ?? 0
        guard isUnknown, count == 0 else { return count }
        accounts.advance(to: try await CredentialGeneration.read(in: pool))
        return 1
      } catch let error as PostgreSQLError where error.code == .outcomeUnknown && attempt < Self.removalLimit {
        isUnknown = true
      } catch let error as PostgreSQLError {
        throw WoofError(error)
      }
    }
    return 0
  }
}
