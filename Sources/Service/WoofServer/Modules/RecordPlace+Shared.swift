// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofPostgreSQL
package import WoofSharedStores

extension RecordPlace {
  /// The database and the bucket of a service whose nodes share them, for a command beside the nodes; `nil` where the service has
  /// a data folder.
  ///
  /// - Throws: ``WoofModel/WoofError`` in words for the operator, where settings are missing or a file cannot be read.
  package func sharedPlace() throws -> SharedPlace? {
    guard case .shared(let database, let blobs) = self else { return nil }
    guard let blobs else {
      throw WoofError(
        .internal, "The configuration enables storage.postgres and names no bucket: enable storage.s3 too.")
    }
    return SharedPlace(
      database: try database.connectionSettings(), secret: try database.secret(), bucket: try blobs.makeClient(),
      prefix: blobs.prefix)
  }
}

extension SharedPlace {
  /// Opens the stores beside the nodes that use them.
  ///
  /// - Throws: ``WoofModel/WoofError`` in words for the operator where the database cannot be used.
  package func openForCommand() async throws -> SharedStores {
    do {
      return try await open()
    } catch let error as PostgreSQLError {
      throw DatabaseRefusal(error).error
    }
  }
}
