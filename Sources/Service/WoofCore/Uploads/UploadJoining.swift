// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// A photo that was made of parts, each of which came in an upload of its own (tus 1.0.0, “Concatenation”).
package struct JoinedUpload: Sendable {
  /// Names the whole; the same parts in the same order always have the same one.
  package let id: UploadID
  /// The outcome of the upload.
  package let addition: PhotoAddition
  /// The number of bytes of all parts together.
  package let byteCount: Int64
}

extension ResumableUploads {
  /// Makes a photo of parts, in the order in which they are named, and removes them.
  ///
  /// Whoever missed the response may ask again: the same parts lead to the same photo, for as long as an upload can be gone
  /// on with.
  ///
  /// - Parameters:
  ///   - ids: The uploads that are the parts; one may be named more than once.
  ///   - details: The details of the photo.
  /// - Throws: ``UploadRefusal/gone`` where there is no such part; ``UploadRefusal/tooLarge(limit:)``;
  ///   ``WoofModel/WoofError`` with the code `invalid-request` where an upload is no part or not complete; as
  ///   ``PhotoUpload/write(_:)`` and ``PhotoUpload/finish(_:)``. All parts stay then.
  package func join(
    _ ids: [UploadID], _ details: PhotoUpload.Details, by owner: Principal
  ) async throws -> JoinedUpload {
    let id = UploadID(joining: ids)
    if let upload = try await completedUpload(id, of: owner) {
      return JoinedUpload(id: id, addition: .replayed(upload.response), byteCount: upload.byteCount)
    }
    let byteCount = try await joinedByteCount(of: ids, by: owner)
    let parts = try await parts(ids, for: owner)
    let photo = try await intake.beginUpload(by: owner)
    try await workers.run {
      for part in parts { try part.read(for: owner) { try photo.write($0) } }
    }
    let key = IdempotencyClaim.Alias(
      key: IdempotencyKey(of: id, account: owner.id), expiresAt: time.now().advanced(bySeconds: limits.lifetimeSeconds))
    let addition = try await photo.finish(details, of: key)
    for part in parts { await remove(part) }
    return JoinedUpload(id: id, addition: addition, byteCount: byteCount)
  }

  /// Returns the number of bytes that parts have together, by their announced lengths.
  ///
  /// - Throws: ``UploadRefusal/gone``, ``UploadRefusal/tooLarge(limit:)``; ``WoofModel/WoofError`` with the code
  ///   `invalid-request` where an upload is no part.
  package func joinedByteCount(of ids: [UploadID], by owner: Principal) async throws -> Int64 {
    var total: Int64 = 0
    for id in ids {
      // Each length is at most the limit, so that the sum cannot overflow before it is refused.
      total += try await part(id, of: owner).note.length ?? 0
      guard total <= photoByteLimit else { throw UploadRefusal.tooLarge(limit: photoByteLimit) }
    }
    return total
  }

  /// The uploads of some addresses, whose bytes are here.
  private func parts(_ ids: [UploadID], for owner: Principal) async throws -> [ResumableUpload] {
    var parts: [ResumableUpload] = []
    for id in ids {
      let part = try await part(id, of: owner)
      try await part.sharing?.load(part, for: owner)
      parts.append(part)
    }
    return parts
  }

  private func part(_ id: UploadID, of owner: Principal) async throws -> ResumableUpload {
    let upload = try await upload(id, of: owner)
    guard upload.isPart else {
      throw WoofError(
        .invalidRequest, "The upload \(id) is no partial one.", details: ["upload": .string("\(id)")])
    }
    return upload
  }
}
