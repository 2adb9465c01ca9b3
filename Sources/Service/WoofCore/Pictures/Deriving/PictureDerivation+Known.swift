// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension PictureDerivation {
  /// The maximum number of photos with the same bytes that are looked at.
  private static let twinLimit = 4

  /// The derivatives of the same bytes for another photo, made by the very transformers that there are now: their
  /// verdict on it stands, and decoding it again would only give the same.
  ///
  /// Only a photo counts that the account finds anyway, its own or a public one. A picture that strangers keep to
  /// themselves is looked at as one that nobody has, or the time that it takes would tell that somebody has it.
  ///
  /// - Returns: The derivatives, and holds on the blobs of the variants; `nil` where the picture has to be looked at.
  func known(
    _ digest: Digest, to account: AccountID, by setup: PictureSetup
  ) async throws -> (derivatives: PhotoDerivatives, holds: [any BlobHold])? {
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
      return (derivatives, found.holds)
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
    let holds = try await parts.workers.run { try variants.values.compactMap { try blobs.hold($0.digest) } }
    return holds.count == variants.count ? (variants, holds) : nil
  }
}
