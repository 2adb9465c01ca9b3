// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The images and findings that were derived from a photo and are to be kept with it.
public struct PhotoDerivatives: Hashable, Sendable {
  /// A ThumbHash in base64.
  public var placeholder: String?
  /// The average colour as `#rrggbb`.
  public var averageColour: String?
  /// The perceptual hash of the picture.
  public var perceptualHash: PerceptualHash?
  /// Hashes of the picture's parts.
  public var partHashes: PartHashes?
  /// The photo's own metadata, if they were read anew; without plugins' annotations.
  public var metadata: PhotoAnnotations?
  /// The annotations that plugins made, by `plugin.name`; `nil` if no plugin was asked.
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
