// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension PictureDerivation {
  /// Has the picture of an upload looked at before it is taken in, and derives from the same decoding what is asked for
  /// first.
  ///
  /// A picture that a photo has already which the uploader finds anyway, and that these transformers have been through, is
  /// not looked at again. A transformer that could not look at it is no reason to refuse it: what is missing is derived later. One that was
  /// replaced before it came to the picture leaves it to the next.
  ///
  /// - Parameters:
  ///   - spool: The bytes, all of them.
  ///   - draft: The photo; gets what was derived.
  /// - Returns: Holds on the blobs of variants, until the photo is added.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-image`, `image-quarantined`, `insufficient-storage` or
  ///   `internal`.
  func examine(_ spool: any BlobSpool, of draft: inout PhotoDraft) async throws -> [any BlobHold] {
    do {
      return try await withCurrentSetup { setup in try await examine(spool, of: &draft, by: setup) }
    } catch let failure as PictureFailure {
      counter.count(\.unseenCount)
      parts.report(.passedUnseen(failure))
      draft.awaitsDerivation = true
      return []
    }
  }

  /// - Throws: Also ``PictureFailure`` where nobody has looked at the picture.
  private func examine(
    _ spool: any BlobSpool, of draft: inout PhotoDraft, by setup: PictureSetup
  ) async throws -> [any BlobHold] {
    guard let transformer = setup.transformer else {
      draft.isUnseen = true
      return []
    }
    guard transformer.accepts(draft.original.type) else { return [] }
    if let known = try await known(draft.original.digest, to: draft.owner.id, by: setup) {
      counter.count(\.knownCount)
      draft.derivatives = known.derivatives
      draft.awaitsDerivation = !setup.missing(
        among: known.derivatives.variants, isAnimated: draft.annotations.isAnimated
      ).isEmpty
      return known.holds
    }
    let file = try await parts.workers.run { try spool.open() }
    let wanted = setup.variants.filter { $0.name == PictureSetup.thumbName }
    let request = PictureRequest(variants: wanted, wantsAnnotations: true, urgency: .request)
    switch await transformer.transform(Picture(of: draft.original, in: file), for: request) {
    case .accepted(let findings):
      counter.count(\.acceptedCount)
      let placed = try await place(findings, wanted: wanted, by: setup)
      draft.derivatives = placed.derivatives
      if let metadata = findings.metadata { draft.annotations.fill(from: metadata) }
      draft.awaitsDerivation = !setup.missing(
        among: placed.derivatives.variants, isAnimated: draft.annotations.isAnimated
      ).isEmpty
      return placed.holds
    case .refused(let rejection):
      counter.count(\.refusedCount)
      throw WoofError(rejection: rejection)
    case .failed(let failure) where failure.incriminatesPicture:
      throw try await quarantine(spool, draft, failure)
    case .failed(let failure): throw failure
    }
  }

  private func quarantine(
    _ spool: any BlobSpool, _ draft: PhotoDraft, _ failure: PictureFailure
  ) async throws -> WoofError {
    let digest = draft.original.digest
    let note =
      "\(draft.createdAt) uploaded by \(draft.owner.name.text): \(failure.transformer): \(failure.reason): "
      + failure.detail
    let account = draft.owner.id
    let path = try await parts.workers.run { try spool.quarantine(as: digest, by: account, note: note) }
    counter.count(\.quarantinedCount)
    parts.report(.quarantined(failure, digest: digest, path: path))
    return WoofError(
      .imageQuarantined,
      "\(failure.transformer) could not get through this picture; its bytes are kept apart for the administrator.",
      details: ["transformer": .string(failure.transformer)])
  }
}

// MARK: Pictures that are known

extension PictureDerivation {
  /// The maximum number of photos with the same bytes that are looked at.
  private static let twinLimit = 4

  /// The derivatives of the same bytes for another photo, made by the very transformers that there are now: their
  /// verdict on it stands, and decoding it again would only give the same.
  ///
  /// Only a photo counts that the account finds anyway, its own or a public one. A picture that strangers keep to
  /// themselves is looked at as one that nobody has, or the time that it takes would tell that somebody has it.
  ///
  /// - Returns: `nil` where the picture has to be looked at.
  func known(
    _ digest: Digest, to account: AccountID, by setup: PictureSetup
  ) async throws -> PlacedDerivatives? {
    let twins = try await parts.derivations.photos(ofOriginal: digest, knownTo: account, limit: Self.twinLimit)
    for id in twins {
      guard let record = try await parts.records.photo(id), record.original.digest == digest, !record.isDeleted,
        record.access.allowsFinding(by: .account(account)),
        let found = try await variants(of: record, by: setup),
        let annotations = try await parts.derivations.annotations(of: id)
      else { continue }
      let derivatives = PhotoDerivatives(
        placeholder: record.placeholder, averageColour: record.averageColour, perceptualHash: record.perceptualHash,
        partHashes: try await parts.derivations.partHashes(of: [id])[id], pluginAnnotations: annotations.plugins,
        variants: found.variants)
      return PlacedDerivatives(derivatives, holds: found.holds)
    }
    return nil
  }

  /// The variants of a photo that these transformers made as they are wanted now, with the copy that no transformer makes;
  /// `nil` where they do not show that the transformers have been through the picture, or one that an upload waits for is
  /// not among them.
  private func variants(
    of record: PhotoRecord, by setup: PictureSetup
  ) async throws -> (variants: [String: PhotoRecord.Variant], holds: [any BlobHold])? {
    let outdated = Set(setup.outdated(among: record.variants, isAnimated: true).map(\.name))
    let made = setup.variants.map(\.name).filter { !outdated.contains($0) }
    guard record.placeholder != nil, !made.isEmpty, !outdated.contains(PictureSetup.thumbName) else { return nil }
    let shareable = record.variants[PictureSetup.shareableName]
    let isShareable = shareable != nil && shareable?.specification == parts.shareable?.identity
    let names = Set(made + (isShareable ? [PictureSetup.shareableName] : []))
    let variants = record.variants.filter { names.contains($0.key) }
    let blobs = parts.blobs
    let digests = variants.values.map(\.digest)
    var holds: [any BlobHold] = []
    for (digest, found) in zip(digests, try await parts.workers.run { try digests.map { try blobs.hold($0) } }) {
      var hold = found
      if hold == nil { hold = try await blobs.holdElsewhere(digest) }
      guard let hold else { return nil }
      holds.append(hold)
    }
    return (variants, holds)
  }
}
