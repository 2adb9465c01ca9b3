// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel

/// An upload that was answered before, under the idempotency key of one that begins.
package struct AnsweredUpload: Sendable {
  /// The kept part of the first response.
  package let response: StoredResponse
  /// The bytes of the photo; `nil` where nothing is kept of it any more.
  let original: PhotoRecord.Original?
  /// The details that the upload that begins gives of its photo.
  let details: PhotoUpload.Details

  /// Makes sure that the upload that begins is the first one again, as far as is known.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of its bytes; `nil` where nobody knows it yet, so that they may be those of the photo.
  ///   - length: The number of its bytes, where it is known.
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused`.
  package func check(digest: Digest?, length: Int64?) throws(WoofError) {
    if let length, let original, length != original.byteCount { throw WoofError.keyReused }
    guard let digest = digest ?? original?.digest else { return }
    guard details.fingerprint(of: digest) == response.fingerprint else { throw WoofError.keyReused }
  }
}

extension PhotoIntake {
  /// Returns the upload that was answered before under the idempotency key of another; `nil` where that has no key, or
  /// nothing is kept under it.
  ///
  /// - Parameter details: What the other upload says of its photo.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func answeredUpload(
    like details: PhotoUpload.Details, by owner: Principal
  ) async throws -> AnsweredUpload? {
    guard let text = details.idempotencyKey,
      let outcome = try await outcome(keptUnder: IdempotencyKey(account: owner.id, text: text))
    else { return nil }
    return AnsweredUpload(response: outcome.response, original: outcome.photo?.original, details: details)
  }
}

extension PhotoUpload.Details {
  /// Returns a digest of all that shapes the response to an upload of these bytes. The name of the file does not, which a
  /// form brings and a raw body mostly does not.
  func fingerprint(of digest: Digest) -> Digest {
    Digest(SHA256.digest(of: Array("\(digest)\n\(visibility.rawValue)\n\(caption)".utf8))) ?? digest
  }
}

extension WoofError {
  /// Refuses a request whose idempotency key another one came with.
  package static var keyReused: WoofError {
    WoofError(.idempotencyKeyReused, "This idempotency key came with another request; take a new one.")
  }
}
