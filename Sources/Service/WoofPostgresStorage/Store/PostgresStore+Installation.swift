// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
package import WoofPostgreSQL

/// The identity of the installation, which all nodes share.
extension PostgresStore {
  /// The secret of the installation, from which its keys are made: the one that the database keeps, made by the node that
  /// was the first.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the installation keeps it in a file; `unavailable` or
  ///   `internal`.
  package func installationSecret() async throws -> [UInt8] {
    try await naming { try await PostgresInstallation.secret(in: pool) }
  }

  /// Returns whether nodes may use a database, by what moves have left in it.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package static func readiness(of settings: PostgreSQLSettings) async throws -> DatabaseReadiness {
    var configuration = PostgreSQLPoolConfiguration()
    configuration.size = 1
    let pool = try PostgreSQLPool(settings, configuration)
    defer { pool.close() }
    return try await PostgresInstallation.readiness(in: pool)
  }

  /// Makes sure that a secret that is kept in a file is that of all nodes.
  ///
  /// - Throws: As ``installationSecret()``; `conflict` where it is another one.
  package func checkSecret(_ secret: [UInt8]) async throws {
    try await naming { try await PostgresInstallation.check(secret, in: pool) }
  }
}
