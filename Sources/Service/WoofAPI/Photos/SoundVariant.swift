// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Says of a ``WoofModel/WoofError`` that the bytes of a blob are not those of its digest.
struct BlobDamage: Error, Hashable {}

extension PictureDerivation {
  /// A variant whose bytes are those of its digest, and what `check` made of them. One that turns out to be damaged is made
  /// anew, once, and takes the place of what is damaged.
  ///
  /// - Parameters:
  ///   - check: Compares a file with a digest.
  ///   - checkingOriginal: Throws where the original is damaged too: nothing is derived from it then.
  /// - Throws: As ``WoofCore/PictureDerivation/variant(_:of:insteadOf:)``, and what the two closures throw.
  func soundVariant<Checked>(
    _ name: String, of record: PhotoRecord, check: (any BlobFile, Digest) async throws -> Checked,
    checkingOriginal: () async throws -> Void
  ) async throws -> (variant: PhotoRecord.Variant, checked: Checked) {
    let (variant, file) = try await variant(name, of: record)
    do {
      return (variant, try await check(file, variant.digest))
    } catch let error as WoofError where error.cause is BlobDamage {
      try await checkingOriginal()
    }
    let (renewed, renewedFile) = try await self.variant(name, of: record, insteadOf: variant.digest)
    return (renewed, try await check(renewedFile, renewed.digest))
  }
}
