// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: RunningIdempotencyKeys {
  /// Does the work of a request, as the only one of its key on all nodes.
  ///
  /// A node that is gone holds a key for two minutes. Where the work takes longer, another request may begin with the same key;
  /// of the two, the one that is added first makes the photo, and the other one gets the same response.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where a request with this key is being worked on, `unavailable`
  ///   or `internal`; what `body` throws.
  package func claim<Result: Sendable>(
    _ key: IdempotencyKey, during body: () async throws -> Result
  ) async throws -> Result {
    let mark = SystemRandomSource().bytes(16)
    guard try await begin(key, mark) else { throw WoofError.keyIsRunning }
    do {
      let result = try await body()
      await end(key, mark)
      return result
    } catch {
      await end(key, mark)
      throw error
    }
  }

  private func begin(_ key: IdempotencyKey, _ mark: [UInt8]) async throws -> Bool {
    // The mark lets it be repeated: who has begun finds the own row.
    let statement = PostgreSQLStatement(
      """
      INSERT INTO running_key (account, key, mark, expires_at) VALUES ($1, $2, $3, \(PostgresSchema.now) + $4)
      ON CONFLICT (account, key) DO UPDATE SET mark = excluded.mark, expires_at = excluded.expires_at
        WHERE running_key.expires_at <= \(PostgresSchema.now) OR running_key.mark = excluded.mark
      """, .integer(key.account.rawValue), .text(key.text), .bytes(mark),
      .integer(Self.runningKeyTime.wholeMilliseconds))
    return try await write(statement) == 1
  }

  private func end(_ key: IdempotencyKey, _ mark: [UInt8]) async {
    let statement = PostgreSQLStatement(
      "DELETE FROM running_key WHERE account = $1 AND key = $2 AND mark = $3", .integer(key.account.rawValue),
      .text(key.text), .bytes(mark))
    // Also where nobody waits for the response any more. What cannot be removed lapses.
    _ = try? await Task { try await write(statement) }.value
  }

  private static var runningKeyTime: Duration { .seconds(120) }
}
