// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension PictureDerivation {
  /// Returns `true` if a photo has more than one frame; `nil` where its metadata have not been read. Where no moving images
  /// are configured nobody needs to know, and it is `false`.
  ///
  /// - Parameter metadata: The photo's own metadata, if they have just been read.
  func isAnimated(
    _ id: PhotoID, _ metadata: PhotoAnnotations? = nil, for setup: PictureSetup
  ) async throws -> Bool? {
    guard setup.variants.contains(where: { $0.motion != nil }) else { return false }
    if let metadata { return metadata.isAnimated }
    return try await parts.derivations.annotations(of: id)?.isAnimated
  }

  /// Derives moving images for the queue. That is a job of its own: later frames of an animation may be damaged, or take
  /// too long, and its other variants are not to suffer from that.
  ///
  /// - Parameters:
  ///   - variants: The moving images that are wanted; nothing is done without any.
  ///   - made: The derivatives of the picture so far; gets the moving images that could be made.
  /// - Returns: `false` where nobody has looked at the animation, so that it is to be tried again.
  func animate(
    _ picture: Picture, of id: PhotoID, _ variants: [VariantSpecification], by setup: PictureSetup,
    into made: inout (derivatives: PhotoDerivatives, holds: [any BlobHold])
  ) async throws -> Bool {
    guard !variants.isEmpty, let transformer = setup.transformer else { return true }
    let request = PictureRequest(variants: variants, urgency: .background)
    switch await transformer.transform(picture, for: request) {
    case .accepted(let findings):
      let moving = try await place(findings, wanted: variants, by: setup)
      made.derivatives.variants.merge(moving.derivatives.variants) { $1 }
      made.holds += moving.holds
    case .refused(let rejection):
      parts.report(.notAnimated(id, reason: "\(rejection.transformer) refuses it: \(rejection.reason)"))
    case .failed(let failure) where failure.incriminatesPicture:
      parts.report(.notAnimated(id, reason: "\(failure.transformer): \(failure.detail)"))
    case .failed: return false
    }
    return true
  }
}
