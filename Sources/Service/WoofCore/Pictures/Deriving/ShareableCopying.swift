// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofModel

/// Makes copies of photos without what is private in them, their pixels untouched.
package protocol ShareableCopying: Sendable {
  /// Names everything that shapes a copy besides its original.
  var identity: String { get }

  /// Gives a copy's bytes in order. Blocks.
  ///
  /// - Throws: ``WoofModel/PhotoRejection`` where the original is not what can be copied, ``WoofModel/WoofError`` where
  ///   it cannot be read, and what `write` throws.
  func copy(_ original: any BlobFile, to write: (RawSpan) throws -> Void) throws
}

extension PictureDerivation {
  /// Makes a shareable copy of a photo, and places it.
  func copyShareable(of record: PhotoRecord) async throws -> PlacedDerivatives {
    guard let shareable = parts.shareable, let original = try await open(record.original.digest) else {
      throw WoofError.missingBytes
    }
    let blobs = parts.blobs
    let copy = try await parts.workers.run { try SpooledCopy(of: original, by: shareable, in: blobs) }
    let variant = PhotoRecord.Variant(
      digest: copy.digest, byteCount: copy.byteCount, type: record.original.type, width: record.original.width,
      height: record.original.height, specification: shareable.identity, transformers: "")
    counter.count(\.variantCount)
    return PlacedDerivatives(PhotoDerivatives(variants: [PictureSetup.shareableName: variant]), holds: [copy.hold])
  }
}

/// A shareable copy that has been placed.
private struct SpooledCopy: Sendable {
  let digest: Digest
  let byteCount: Int64
  let hold: any BlobHold

  /// Makes a copy and places it. Blocks.
  init(of original: any BlobFile, by shareable: any ShareableCopying, in blobs: any BlobStore) throws {
    let spool = try blobs.makeSpool()
    var hash = try SHA256()
    var byteCount: Int64 = 0
    do {
      try shareable.copy(original) { run in
        hash.update(run)
        byteCount += Int64(run.byteCount)
        try spool.append(run)
      }
    } catch let rejection as PhotoRejection {
      throw WoofError(.notFound, "No shareable copy can be made of this photo: \(rejection.reason).")
    }
    guard let digest = Digest(hash.finish()) else {
      throw WoofError(.internal, "The digest of the shareable copy is lost.")
    }
    self.digest = digest
    self.byteCount = byteCount
    hold = try spool.place(as: digest)
  }
}
