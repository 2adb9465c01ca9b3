// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofPostgreSQL

/// A time during which no node lets a blob die, for work that needs all blobs that records refer to, as a backup.
///
/// It is a lease of its own, of which there may be several; ``BlobSQL/condemn`` looks for them. A record that is seen after one has
/// begun refers to blobs that stay: whoever lets one die without seeing the lease has seen the record go before that.
package final class CollectionPause: Sendable {
  /// The time after which a pause is over whose holder says nothing more.
  private static let duration = Duration.seconds(120)

  private let pool: PostgreSQLPool
  private let lease: PostgresLease
  private let renewing: Task<Void, Never>

  /// Begins a pause, which lasts until ``end()``, or until a while after this object has gone.
  ///
  /// - Parameter wait: Returns after a time, and throws where the task has been cancelled; by the system's clock by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package init(
    in store: PostgresStore,
    wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws {
    let holder = SystemRandomSource().bytes(16)
    let number = holder.reduce(into: "") { $0 += String($1, radix: 16) + "." }
    let lease = PostgresLease(name: BlobSQL.pausePrefix + number, holder: holder, duration: Self.duration)
    _ = try await store.write([lease.acquisition]) { $0.count }
    let pool = store.pool
    (self.pool, self.lease) = (pool, lease)
    renewing = Task {
      while (try? await wait(Self.duration / 6)) != nil {
        // One that fails is followed by another, long before the lease is over.
        _ = try? await pool.run(.writing([lease.renewal(1)]), retryingAs: true)
      }
    }
  }

  deinit { renewing.cancel() }

  /// Ends the pause. Where the database cannot be told, it ends by itself.
  package func end() async {
    renewing.cancel()
    _ = try? await pool.run(.writing([lease.release(1)]), retryingAs: true)
  }
}
