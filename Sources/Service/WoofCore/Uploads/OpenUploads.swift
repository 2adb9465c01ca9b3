// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An upload that an account has begun and not finished.
package struct OpenUpload: Hashable, Sendable {
  /// The last part of the address at which it is gone on with.
  package var id: UploadID
  /// The number of bytes that have come. More may come meanwhile, where a request still brings them.
  package var offset: Int64
  /// The number of all bytes; `nil` where nobody has said.
  package var length: Int64?
  /// The caption that the photo is to have.
  package var caption: String
  /// The people who are to read the photo.
  package var visibility: Visibility
  /// The name of the file; `nil` where it was not told.
  package var fileName: String?
  /// The SHA-256 of all bytes; `nil` where it was not told.
  package var digest: Digest?
  /// The time at which it was begun.
  package var createdAt: Timestamp
  /// The time until which it can be gone on with.
  package var expiresAt: Timestamp
}

extension ResumableUploads {
  /// An account's uploads that can be gone on with, the newest first; none that a ticket began, whose address is secret,
  /// and no parts of a photo. Nobody who sends bytes is interrupted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits for the workers.
  package func openUploads(of owner: Principal) async throws -> [OpenUpload] {
    if let shared {
      return try await open(of: owner.id, in: shared).compactMap { upload, note in
        guard note.details.ticket == nil, !note.isPart else { return nil }
        let expiresAt = note.createdAt.advanced(bySeconds: limits.lifetimeSeconds)
        return OpenUpload(note, upload.id, offset: upload.byteCount, length: upload.length, expiresAt: expiresAt)
      }
    }
    let uploads = uploads(of: owner).filter { $0.note.details.ticket == nil && !$0.isPart }
    return try await workers.run(cost: 1) {
      uploads.compactMap(\.ifOpen).sorted { ($0.createdAt, $0.id.description) > ($1.createdAt, $1.id.description) }
    }
  }
}

extension ResumableUpload {
  /// The upload, as far as it has come; `nil` where all has come, or it is over. Waits while bytes are written.
  fileprivate var ifOpen: OpenUpload? {
    guard let position = openPosition else { return nil }
    return OpenUpload(note, id, offset: position.offset, length: position.length, expiresAt: expiresAt)
  }
}

extension OpenUpload {
  fileprivate init(_ note: UploadNote, _ id: UploadID, offset: Int64, length: Int64?, expiresAt: Timestamp) {
    let details = note.details
    self.init(
      id: id, offset: offset, length: length, caption: details.caption, visibility: details.visibility,
      fileName: details.fileName, digest: details.expectedDigest, createdAt: note.createdAt, expiresAt: expiresAt)
  }
}
