// SPDX-License-Identifier: Apache-2.0

/// The work requested on a picture, in addition to the verdict on whether it is sound.
public struct PictureRequest: Hashable, Sendable {
  /// The images to derive, all from one decoding where that can be.
  public var variants: [VariantSpecification]
  /// `true` if placeholder, average colour, perceptual hash and annotations are requested.
  public var wantsAnnotations: Bool
  /// The urgency of the job, which depends on whether a request waits for it.
  public var urgency: Urgency

  /// The levels of urgency.
  public enum Urgency: Hashable, Sendable {
    /// A request waits; jobs like this go first.
    case request
    /// Nobody waits.
    case background
  }

  /// Makes a request; nothing is asked for by default but the verdict.
  public init(
    variants: [VariantSpecification] = [], wantsAnnotations: Bool = false, urgency: Urgency = .request
  ) {
    self.variants = variants
    self.wantsAnnotations = wantsAnnotations
    self.urgency = urgency
  }
}
