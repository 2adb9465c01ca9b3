public import WoofModel

/// What was derived from a photo and is to be kept with it.
public struct PhotoDerivatives: Hashable, Sendable {
  /// A ThumbHash in base64.
  public var placeholder: String?
  /// The average colour as `#rrggbb`.
  public var averageColour: String?
  /// What the picture looks like.
  public var perceptualHash: PerceptualHash?
  /// Hashes of the picture's parts.
  public var partHashes: PartHashes?
  /// What the photo's own metadata say, where they were read anew; plugins' annotations are not among them.
  public var metadata: PhotoAnnotations?
  /// What plugins say of it, by `plugin.name`; `nil` where none was asked.
  public var pluginAnnotations: [String: JSONValue]?
  /// The derived images by name; their blobs are in place.
  public var variants: [String: PhotoRecord.Variant]

  /// Makes derivatives; there are none by default.
  public init(
    placeholder: String? = nil, averageColour: String? = nil, perceptualHash: PerceptualHash? = nil,
    partHashes: PartHashes? = nil, metadata: PhotoAnnotations? = nil,
    pluginAnnotations: [String: JSONValue]? = nil, variants: [String: PhotoRecord.Variant] = [:]
  ) {
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.perceptualHash = perceptualHash
    self.partHashes = partHashes
    self.metadata = metadata
    self.pluginAnnotations = pluginAnnotations
    self.variants = variants
  }
}

extension PhotoRecord {
  /// Takes up what was derived; what was not stays as it is.
  public mutating func take(_ derivatives: PhotoDerivatives) {
    placeholder = derivatives.placeholder ?? placeholder
    averageColour = derivatives.averageColour ?? averageColour
    perceptualHash = derivatives.perceptualHash ?? perceptualHash
    variants.merge(derivatives.variants) { _, new in new }
  }

  /// Forgets all that was derived, as when the photo is deleted: it shows what the photo showed.
  public mutating func forgetDerivatives() {
    placeholder = nil
    averageColour = nil
    perceptualHash = nil
    variants = [:]
  }
}
