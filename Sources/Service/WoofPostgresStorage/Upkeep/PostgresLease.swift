// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// A task that one node at a time has, for as long as it says so again and again, by the clock of the database.
///
/// A node that stalls may believe that it has a lease that another has taken over. So what is done under a lease is done in
/// transactions that begin with ``renewal(_:)``, which locks its row: no two nodes are in one at once, and a statement with
/// ``isHeld`` in its conditions does nothing for a node whose fence is not the newest.
struct PostgresLease: Sendable {
  /// Names the task.
  let name: String
  /// Names the node.
  let holder: [UInt8]
  /// The time after which another node takes it over from one that says nothing more.
  let duration: Duration

  /// A condition for statements whose first values are ``values(_:)``.
  static let isHeld = "EXISTS (SELECT FROM lease WHERE lease.name = $1 AND lease.holder = $2 AND lease.fence = $3)"

  /// The values `$1` to `$3` of statements with ``isHeld`` among their conditions.
  func values(_ fence: Int64) -> [PostgreSQLValue] { [.text(name), .bytes(holder), .integer(fence)] }

  /// Takes the lease, or keeps it; its row has the fence, and there is none where another node has it. May be repeated.
  var acquisition: PostgreSQLStatement {
    PostgreSQLStatement(Self.acquire, .text(name), .bytes(holder), .integer(duration.wholeMilliseconds))
  }

  /// Keeps the lease, and locks its row until the transaction ends; it changes no row where another node has taken it.
  func renewal(_ fence: Int64) -> PostgreSQLStatement {
    PostgreSQLStatement(Self.renew, values(fence) + [.integer(duration.wholeMilliseconds)])
  }

  /// Gives the lease up; it changes no row where another node has taken it.
  func release(_ fence: Int64) -> PostgreSQLStatement {
    PostgreSQLStatement("DELETE FROM lease WHERE name = $1 AND holder = $2 AND fence = $3", values(fence))
  }

  /// Gives the lease up, whatever its number; it changes no row where another node has taken it.
  var surrender: PostgreSQLStatement {
    PostgreSQLStatement("DELETE FROM lease WHERE name = $1 AND holder = $2", .text(name), .bytes(holder))
  }

  private static let acquire = """
    INSERT INTO lease (name, holder, fence, expires_at) VALUES ($1, $2, 1, \(PostgresSchema.now) + $3)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
      fence = lease.fence
        + CASE WHEN lease.holder = excluded.holder AND lease.expires_at > \(PostgresSchema.now) THEN 0 ELSE 1 END
      WHERE lease.holder = excluded.holder OR lease.expires_at <= \(PostgresSchema.now)
    RETURNING fence
    """
  private static let renew = """
    UPDATE lease SET expires_at = greatest(expires_at, \(PostgresSchema.now) + $4)
    WHERE name = $1 AND holder = $2 AND fence = $3
    """
}
