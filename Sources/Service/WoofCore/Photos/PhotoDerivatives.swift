// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The images and findings that were derived from a photo and are to be kept with it.
package struct PhotoDerivatives: Hashable, Sendable {
  /// A ThumbHash in base64.
  package var placeholder: String?
  /// The average colour as `#rrggbb`.
  package var averageColour: String?
  /// The perceptual hash of the picture.
  package var perceptualHash: PerceptualHash?
  /// Hashes of the picture's parts.
  package var partHashes: PartHashes?
  /// The photo's own metadata, if they were read anew; without plugins' annotations.
  package var metadata: PhotoAnnotations?
  /// The annotations that plugins made, by `plugin.name`; `nil` if no plugin was asked.
  package var pluginAnnotations: [String: JSONValue]?
  /// The derived images by name; their blobs are in place.
  package var variants: [String: PhotoRecord.Variant]

  /// Makes derivatives; there are none by default.
  package init(
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
  package mutating func take(_ derivatives: PhotoDerivatives) {
    placeholder = derivatives.placeholder ?? placeholder
    averageColour = derivatives.averageColour ?? averageColour
    perceptualHash = derivatives.perceptualHash ?? perceptualHash
    variants.merge(derivatives.variants) { _, new in new }
  }

  /// Forgets all that was derived, as when the photo is deleted: it shows what the photo showed.
  package mutating func forgetDerivatives() {
    placeholder = nil
    averageColour = nil
    perceptualHash = nil
    variants = [:]
  }
}
