// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The error of a record that refers to a blob which is not durable, or has been collected since it was.
///
/// Stores of records throw it where they share a ledger of blobs, and have written nothing then.
package struct UnsecuredBlobs: Error, Hashable {
  /// Makes an error.
  package init() {}
}

extension [any BlobHold] {
  /// The number of times that blobs may be collected between their PUT and the record.
  private static var attemptLimit: Int { 10 }

  /// Makes the blobs durable, and then writes the record that refers to them; both again where a blob was collected in
  /// between. Until this returns nothing but the holds says that the blobs are needed.
  ///
  /// - Throws: Any error that `write` throws; ``WoofModel/WoofError``, with the code `unavailable` where blobs were collected
  ///   each time.
  func secured<Result>(_ write: () async throws -> Result) async throws -> Result {
    defer { withExtendedLifetime(self) {} }
    for _ in 0..<Self.attemptLimit {
      for hold in self { try await hold.secure() }
      do {
        return try await write()
      } catch is UnsecuredBlobs {
        continue
      }
    }
    throw WoofError(.unavailable, "These bytes could not be kept for long enough; try again.", retryAfter: 1)
  }
}
