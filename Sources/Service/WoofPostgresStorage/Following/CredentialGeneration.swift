// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofPostgreSQL

/// The generation of the credentials as far as this node knows: that of its own changes at once, that of others' from the next
/// look at the database on.
final class CredentialGeneration: Sendable {
  private let newest: Atomic<UInt64>

  init(_ value: Int64) { newest = Atomic(UInt64(clamping: value)) }

  /// The generation.
  var value: UInt64 { newest.load(ordering: .acquiring) }

  /// Takes up a generation that was read; an older one changes nothing.
  func advance(to value: Int64) { newest.max(UInt64(clamping: value), ordering: .acquiringAndReleasing) }

  /// Reads the generation in the database.
  static func read(in pool: PostgreSQLPool) async throws -> Int64 {
    try await pool.read(statement).first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
  }

  private static let statement = PostgreSQLStatement("SELECT value FROM counter WHERE name = 'credential-generation'")
}
