// SPDX-License-Identifier: Apache-2.0

/// Keeps uploads that may be resumed, also over a restart of the service: the bytes that came so far, and a note of what
/// they are to become.
///
/// All calls block, so they belong on a ``WorkerPool``, and may throw ``WoofModel/WoofError`` with the code `internal`,
/// and `insufficient-storage` when they write.
package protocol UploadStore: Sendable {
  /// Makes room for the bytes of a new upload. Note and bytes are on the disk with ``UploadSpool/synchronize()``.
  func makeUpload(_ id: UploadID, note: [UInt8]) throws -> any UploadSpool

  /// Opens what came of an upload so far; `nil` where there is none of that id.
  func openUpload(_ id: UploadID) throws -> (any UploadSpool)?

  /// The uploads that are there when the service starts.
  func storedUploads() throws -> [StoredUpload]

  /// Removes the note of an upload, and its bytes where they have not been placed.
  func removeUpload(_ id: UploadID) throws
}

/// The bytes of an upload that may be resumed: they stay when the object goes.
package protocol UploadSpool: BlobSpool {
  /// Waits until all that was appended is on the disk.
  func synchronize() throws

  /// Gives back what the object holds of the system, as descriptors, until it is used again.
  func rest()

  /// Hands over all bytes from the first on, part by part.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, and what `body` throws.
  func read(_ body: (RawSpan) throws -> Void) throws
}

/// An upload that the store finds when the service starts.
package struct StoredUpload: Hashable, Sendable {
  /// Names it.
  package var id: UploadID
  /// The content of the note.
  package var note: [UInt8]
  /// The number of bytes received so far.
  package var byteCount: Int64

  /// Makes a finding.
  package init(id: UploadID, note: [UInt8], byteCount: Int64) {
    self.id = id
    self.note = note
    self.byteCount = byteCount
  }
}
