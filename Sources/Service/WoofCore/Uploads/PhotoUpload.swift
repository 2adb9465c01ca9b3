// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// A photo on its way in: its bytes go to a spool, through SHA-256 and CRC-32 and through the transformers as they come.
///
/// One task uses it, one call after the other. What is not finished leaves nothing behind.
package final class PhotoUpload: @unchecked Sendable {  // one task at a time, as documented, so nothing is shared
  /// The metadata that the sender supplies with a photo's bytes.
  package struct Details: Hashable, Sendable {
    /// A plain text.
    package var caption: String
    /// The people who may read the photo.
    package var visibility: Visibility
    /// The name that the file had where it came from, as ``WoofModel/PhotoFileName`` allows it.
    package var fileName: String?
    /// The digests that the sender announced.
    package var digests: AnnouncedDigests
    /// The key under which is kept what became of the upload.
    package var idempotencyKey: String?
    /// The format that the bytes must have; `nil` for any.
    package var expectedType: ImageType?
    /// The ticket that the upload uses; `nil` where its account sends it.
    package var ticket: UploadTicketID?
    /// The guest of a share link who sends the upload; `nil` where its account does.
    package var guest: GuestAddition?

    /// The SHA-256 that the sender announced.
    package var expectedDigest: Digest? {
      get { digests.sha256 }
      set { digests.sha256 = newValue }
    }

    /// Makes details; the photo is its owner's alone unless they say otherwise.
    package init(
      caption: String = "", visibility: Visibility = .private, fileName: String? = nil, expectedDigest: Digest? = nil,
      idempotencyKey: String? = nil
    ) {
      self.caption = caption
      self.visibility = visibility
      self.fileName = fileName
      digests = AnnouncedDigests(sha256: expectedDigest)
      self.idempotencyKey = idempotencyKey
    }
  }

  private let intake: PhotoIntake
  private let owner: Principal
  private let spool: any BlobSpool
  private var inspection: TransformerChain.Inspection
  private var digest: SHA256?
  /// What archives say of the bytes before they send them.
  private var check = CRC32()
  /// Only for a sender that announced it.
  private var sha512: SHA512?
  private var byteCount: Int64 = 0
  private var isOver = false

  init(
    for intake: PhotoIntake, owner: Principal, spool: any BlobSpool, inspection: TransformerChain.Inspection
  ) throws {
    self.intake = intake
    self.owner = owner
    self.spool = spool
    self.inspection = inspection
    digest = try SHA256()
  }

  /// Prepares to compare the bytes with what was announced of them, before the first of them: not every digest is
  /// computed otherwise.
  ///
  /// - Throws: ``WoofCryptography/CryptographyError`` where memory has run out.
  package func expect(_ digests: AnnouncedDigests) throws {
    if digests.sha512 != nil, byteCount == 0 { sha512 = try SHA512() }
  }

  /// Takes the next bytes. Blocks while they are written, so it belongs on workers.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `payload-too-large`, `invalid-image`, `insufficient-storage` or
  ///   `internal`; the upload is over then.
  package func write(_ bytes: RawSpan) throws {
    // What fails on the way leaves the upload over, or bytes that were never inspected could be taken in.
    try end()
    try inspect(bytes)
    try spool.append(bytes)
    isOver = false
  }

  /// Takes the next of the bytes that are in the spool already, as those of an upload that goes on after a restart.
  ///
  /// - Throws: As ``write(_:)``.
  func takeKnown(_ bytes: RawSpan) throws {
    try end()
    try inspect(bytes)
    isOver = false
  }

  private func inspect(_ bytes: RawSpan) throws {
    byteCount += Int64(bytes.byteCount)
    let limit = intake.limits.originalByteCount
    guard byteCount <= limit else { throw Self.tooLarge(limit: limit) }
    do {
      try inspection.consume(bytes)
    } catch {
      throw WoofError(rejection: error)
    }
    digest?.update(bytes)
    check.update(bytes)
    sha512?.update(bytes)
  }

  /// Ends the bytes, and takes the photo in if everything holds. From here on it makes no difference whether somebody
  /// still waits: who hangs up could otherwise keep plugins from looking at a picture.
  ///
  /// - Returns: The new photo, which is durable; the one with the same bytes that the owner has already; or the earlier
  ///   response.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-image`, `image-quarantined`, `digest-mismatch`,
  ///   `invalid-parameter`, `idempotency-key-reused`, `conflict`, `payload-too-large`, `insufficient-storage` or `internal`.
  package func finish(_ details: Details) async throws -> PhotoAddition { try await finish(details, of: nil) }

  /// Ends the bytes of an upload in parts, under whose own key it is kept, too, what became of it.
  func finish(_ details: Details, of upload: IdempotencyClaim.Alias?) async throws -> PhotoAddition {
    try await Task { try await self.takeIn(details, of: upload) }.value
  }

  private func takeIn(_ details: Details, of upload: IdempotencyClaim.Alias?) async throws -> PhotoAddition {
    try end()
    _ = try Caption.checked(details.caption)
    let (original, annotations) = try inspected(expecting: details.digests)
    if let type = details.expectedType, type != original.type {
      throw WoofError(
        .unsupportedMediaType, "The bytes are \(original.type.mediaType), and not \(type.mediaType) as was said.")
    }
    return try await intake.takeIn(
      ReceivedPhoto(
        owner: owner, original: original, checkValue: check.value, annotations: annotations, spool: spool),
      details, of: upload)
  }

  private func end() throws {
    guard !isOver else { throw WoofError(.internal, "The upload is over already.") }
    isOver = true
  }

  private func inspected(
    expecting announced: AnnouncedDigests
  ) throws -> (original: PhotoRecord.Original, annotations: PhotoAnnotations) {
    guard let hash = digest.take(), let digest = Digest(hash.finish()) else {
      throw WoofError(.internal, "The digest of the upload is lost.")
    }
    var digest512: [UInt8]?
    if let hash = sha512.take() { digest512 = hash.finish() }
    // Asked first: what was damaged on its way is no sound picture either, and sending it again helps.
    try announced.check(sha256: digest, sha512: digest512)
    let findings: PhotoFindings
    do {
      findings = try inspection.finish()
    } catch {
      throw WoofError(rejection: error)
    }
    guard let type = findings.type, let width = findings.width, let height = findings.height else {
      throw WoofError(
        .invalidImage, "No transformer knows this format.",
        details: ["transformer": "chain", "reason": "no transformer knows this format"])
    }
    let original = PhotoRecord.Original(
      digest: digest, byteCount: byteCount, type: type, width: width, height: height, takenAt: findings.takenAt)
    return (original, findings.annotations)
  }

  private static func tooLarge(limit: Int64) -> WoofError {
    WoofError(.payloadTooLarge, "A photo has at most \(limit) bytes.", details: ["limit": .integer(limit)])
  }
}

/// A photo whose bytes have all come, and passed the inspecting transformers.
struct ReceivedPhoto: Sendable {
  let owner: Principal
  let original: PhotoRecord.Original
  /// The CRC-32 of the bytes.
  let checkValue: UInt32
  let annotations: PhotoAnnotations
  /// The bytes.
  let spool: any BlobSpool
}

extension WoofError {
  /// Says why a photo was refused.
  package init(rejection: PhotoRejection) {
    var details: [String: JSONValue] = [
      "transformer": .string(rejection.transformer), "reason": .string(rejection.reason),
    ]
    if let offset = rejection.offset { details["offset"] = .integer(offset) }
    self.init(.invalidImage, "\(rejection.transformer) refused the bytes: \(rejection.reason).", details: details)
  }
}
