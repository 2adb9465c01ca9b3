public import WoofModel

/// What a picture shows, and what was derived from it.
public struct PictureFindings: Sendable {
  /// A ThumbHash.
  public var placeholder: [UInt8]?
  /// The average colour as `#rrggbb`.
  public var averageColour: String?
  /// What the picture looks like.
  public var perceptualHash: PerceptualHash?
  /// Hashes of its parts.
  public var partHashes: PartHashes?
  /// What else plugins say of it, by `plugin.name`.
  public var annotations: [String: JSONValue]
  /// The derived images by name: all that were asked for, or fewer where one could not be made.
  public var variants: [String: DerivedImage]

  /// Makes findings; nothing is known by default.
  public init(
    placeholder: [UInt8]? = nil, averageColour: String? = nil, perceptualHash: PerceptualHash? = nil,
    partHashes: PartHashes? = nil, annotations: [String: JSONValue] = [:],
    variants: [String: DerivedImage] = [:]
  ) {
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.perceptualHash = perceptualHash
    self.partHashes = partHashes
    self.annotations = annotations
    self.variants = variants
  }
}
