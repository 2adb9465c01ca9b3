// SPDX-License-Identifier: Apache-2.0

/// The stores through which an upload goes on at any node.
package struct SharedUploads: Sendable {
  /// Knows the uploads, and whose turn it is.
  package let ledger: any SharedUploadLedger
  /// Keeps their bytes.
  package let parts: any UploadPartStore

  /// Gathers the stores.
  package init(ledger: any SharedUploadLedger, parts: any UploadPartStore) {
    (self.ledger, self.parts) = (ledger, parts)
  }

  /// Removes an upload in whatever turn it is, with its parts.
  ///
  /// - Returns: `false` if a photo is being made of it at this moment.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  func remove(_ id: UploadID) async throws -> Bool {
    switch try await ledger.remove(id, turn: nil) {
    case .removed(let garbage):
      // What cannot be removed now is found by the collection.
      try? await parts.remove(garbage)
      return true
    case .gone: return true
    case .isBeingCompleted: return false
    }
  }
}
