// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
public import WoofModel

extension PictureDerivation {
  /// A variant of a photo and its bytes; made first where it is missing, once however many ask for it.
  ///
  /// - Parameters:
  ///   - name: The name of a configured variant, or `shareable`.
  ///   - record: The photo, which the caller may read.
  ///   - damaged: The digest of a variant whose bytes are known to be damaged: one that is listed under it counts as missing,
  ///     and what is made takes its place. The caller has made sure that the original is sound. `nil` by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where no variant of the name is configured or it cannot
  ///   be made of this photo, `unavailable` where too many wait or the transformer does not run, `gone` or `internal`.
  public func variant(
    _ name: String, of record: PhotoRecord, insteadOf damaged: Digest? = nil
  ) async throws -> (variant: PhotoRecord.Variant, file: any BlobFile) {
    do {
      return try await presentVariant(name, of: record, insteadOf: damaged)
    } catch {
      // Whatever failed may have failed because the photo has been deleted since its record was read.
      if !record.isDeleted, try await parts.records.photo(record.id)?.isDeleted == true { throw Self.gone }
      throw error
    }
  }

  private func presentVariant(
    _ name: String, of record: PhotoRecord, insteadOf damaged: Digest?
  ) async throws -> (variant: PhotoRecord.Variant, file: any BlobFile) {
    let setup = current
    guard let specification = identity(of: name, in: setup) else {
      throw WoofError(
        .notFound, "There is no variant of this name; ask for one of \(setup.names.joined(separator: ", ")).")
    }
    if let found = try await existing(name, specification, of: record, insteadOf: damaged) { return found }
    let key = VariantRequests.Key(photo: record.id, name: name, specification: specification)
    let variant = try await requests.value(for: key) {
      try await self.make(name, specification, of: record.id, setup, insteadOf: damaged)
    }
    guard let file = try await open(variant.digest) else {
      throw WoofError(.internal, "The bytes of this variant are missing; ask for it again.")
    }
    return (variant, file)
  }

  /// Says what a variant of a name is to be; `nil` where there is none of that name.
  private func identity(of name: String, in setup: PictureSetup) -> String? {
    if let specification = setup.specification(named: name) { return specification.identity }
    return name == PictureSetup.shareableName ? parts.shareable?.identity : nil
  }

  private func existing(
    _ name: String, _ specification: String, of record: PhotoRecord, insteadOf damaged: Digest?
  ) async throws -> (variant: PhotoRecord.Variant, file: any BlobFile)? {
    guard let variant = record.variants[name], variant.specification == specification, variant.digest != damaged,
      let file = try await open(variant.digest)
    else { return nil }
    return (variant, file)
  }

  func open(_ digest: Digest) async throws -> (any BlobFile)? {
    let blobs = parts.blobs
    return try await parts.workers.run { try blobs.open(digest) }
  }

  private func make(
    _ name: String, _ specification: String, of id: PhotoID, _ setup: PictureSetup, insteadOf damaged: Digest?
  ) async throws -> PhotoRecord.Variant {
    guard let record = try await parts.records.photo(id), !record.isDeleted else { throw Self.gone }
    // Somebody may have made it since the record was read.
    if let found = try await existing(name, specification, of: record, insteadOf: damaged) { return found.variant }
    let made =
      if let specification = setup.specification(named: name) {
        try await derive(specification, of: record)
      } else {
        try await copyShareable(of: record)
      }
    let kept = try await parts.derivations.keep(made.derivatives, of: id, .unchanged)
    // Until here nothing but the holds says that the blobs are needed.
    withExtendedLifetime(made.holds) {}
    guard let variant = kept?.variants[name] else { throw Self.gone }
    return variant
  }

  /// Derives a variant with the setup of this moment: whoever asks may have waited for long.
  private func derive(
    _ specification: VariantSpecification, of record: PhotoRecord
  ) async throws -> (derivatives: PhotoDerivatives, holds: [any BlobHold]) {
    do {
      return try await withCurrentSetup { setup in try await derive(specification, of: record, by: setup) }
    } catch is PictureFailure {
      throw WoofError(.unavailable, "This variant cannot be made just now; try again.", retryAfter: 5)
    }
  }

  /// - Throws: Also ``PictureFailure`` where nobody has looked at the picture.
  private func derive(
    _ specification: VariantSpecification, of record: PhotoRecord, by setup: PictureSetup
  ) async throws -> (derivatives: PhotoDerivatives, holds: [any BlobHold]) {
    guard let transformer = setup.transformer else {
      throw WoofError(.notFound, "This service has nothing installed that makes this variant.")
    }
    guard transformer.accepts(record.original.type) else {
      throw WoofError(.notFound, "This variant is not made of \(record.original.type.mediaType).")
    }
    if specification.motion != nil, try await isAnimated(record.id, for: setup) == false { throw Self.motionless }
    guard let file = try await open(record.original.digest) else { throw Self.missingBytes }
    let request = PictureRequest(
      variants: [specification], wantsAnnotations: record.placeholder == nil, urgency: .request)
    switch await transformer.transform(Picture(of: record.original, in: file), for: request) {
    case .accepted(let findings):
      let placed = try await place(findings, wanted: [specification], by: setup)
      guard placed.derivatives.variants[specification.name] != nil else { throw Self.impossible }
      return placed
    case .refused: throw Self.impossible
    case .failed(let failure) where failure.incriminatesPicture:
      parts.report(.gaveUp(record.id, reason: "\(failure.transformer): \(failure.detail)"))
      throw Self.impossible
    case .failed(let failure): throw failure
    }
  }

  private func copyShareable(
    of record: PhotoRecord
  ) async throws -> (derivatives: PhotoDerivatives, holds: [any BlobHold]) {
    guard let shareable = parts.shareable, let original = try await open(record.original.digest) else {
      throw Self.missingBytes
    }
    let blobs = parts.blobs
    let copy = try await parts.workers.run { try SpooledCopy(of: original, by: shareable, in: blobs) }
    let variant = PhotoRecord.Variant(
      digest: copy.digest, byteCount: copy.byteCount, type: record.original.type, width: record.original.width,
      height: record.original.height, specification: shareable.identity, transformers: "")
    counter.count(\.variantCount)
    return (PhotoDerivatives(variants: [PictureSetup.shareableName: variant]), [copy.hold])
  }

  private static var gone: WoofError { WoofError(.gone, "This photo has been deleted.") }
  private static var impossible: WoofError { WoofError(.notFound, "This variant cannot be made of this photo.") }

  private static var motionless: WoofError {
    WoofError(.notFound, "This variant is made of animations only, and this photo does not move.")
  }

  static var missingBytes: WoofError {
    WoofError(.internal, "The bytes of this photo are missing; the operator has to restore them.")
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
