// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A part of an upload that nodes share: bytes that came in one turn, without a gap.
package struct UploadPart: Hashable, Sendable {
  /// The name of the bytes. No other bytes ever have it, so that what is put or removed late meets nothing that counts.
  package struct Name: Hashable, Sendable {
    /// The upload.
    package let upload: UploadID
    /// The turn in which they came; see ``SharedUpload/turn``.
    package let turn: Int64
    /// A number that no other bytes of the turn have.
    package let number: Int64

    /// Makes a name.
    package init(upload: UploadID, turn: Int64, number: Int64) {
      (self.upload, self.turn, self.number) = (upload, turn, number)
    }
  }

  /// Names it.
  package let name: Name
  /// The number of bytes of the upload before it.
  package let start: Int64
  /// The number of its bytes.
  package let byteCount: Int64
  /// The SHA-256 of its bytes.
  package let digest: Digest

  /// Makes a part.
  package init(_ name: Name, start: Int64, byteCount: Int64, digest: Digest) {
    (self.name, self.start, self.byteCount, self.digest) = (name, start, byteCount, digest)
  }
}

/// Keeps the bytes of parts where all nodes reach them.
///
/// The ledger decides which of them count. What it does not name is garbage, and may be removed once it is older than a
/// request takes.
package protocol UploadPartStore: Sendable {
  /// Keeps bytes, which are durable when it returns.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`; they may have been
  ///   kept all the same, also later, and the name is not to be used again.
  func put(_ bytes: [UInt8], as name: UploadPart.Name) async throws

  /// Returns the bytes of a part, compared with its digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where they cannot be reached, or others arrive; `internal`
  ///   where they are missing.
  func bytes(of part: UploadPart) async throws -> [UInt8]

  /// Removes bytes; without effect for those that are not there.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  func remove(_ names: [UploadPart.Name]) async throws
}
