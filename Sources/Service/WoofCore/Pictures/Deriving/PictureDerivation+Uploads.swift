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
      let (derivatives, holds) = try await place(findings, wanted: wanted, by: setup)
      draft.derivatives = derivatives
      if let metadata = findings.metadata { draft.annotations.fill(from: metadata) }
      draft.awaitsDerivation = !setup.missing(
        among: derivatives.variants, isAnimated: draft.annotations.isAnimated
      ).isEmpty
      return holds
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

extension Picture {
  /// The picture of an original, in a file that has all its bytes.
  init(of original: PhotoRecord.Original, in file: any BlobFile) {
    self.init(file: file, type: original.type, width: original.width, height: original.height)
  }
}
