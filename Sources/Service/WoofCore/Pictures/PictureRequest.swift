/// What is asked of a picture, besides whether it is sound.
public struct PictureRequest: Hashable, Sendable {
  /// The images to derive, all from one decoding where that can be.
  public var variants: [VariantSpecification]
  /// Whether its looks are asked for: placeholder, average colour, perceptual hash, and what else is said of it.
  public var wantsAnnotations: Bool
  /// Who waits: somebody for an answer, or nobody.
  public var urgency: Urgency

  /// Who waits for the outcome.
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
