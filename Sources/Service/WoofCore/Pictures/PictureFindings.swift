// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The findings of transformers about a picture, and the images derived from it.
package struct PictureFindings: Sendable {
  /// A ThumbHash.
  package var placeholder: [UInt8]?
  /// The average colour as `#rrggbb`.
  package var averageColour: String?
  /// The perceptual hash of the picture.
  package var perceptualHash: PerceptualHash?
  /// The perceptual hashes of the picture's parts; `nil` where no transformer has made them.
  package var partHashes: PartHashes?
  /// The annotations that plugins made, by `plugin.name`.
  package var annotations: [String: JSONValue]
  /// The metadata of the file itself; `nil` unless a step has read the file again.
  package var metadata: PhotoAnnotations?
  /// The derived images by name: all that were asked for, or fewer where one could not be made.
  package var variants: [String: DerivedImage]

  /// Makes findings; nothing is known by default.
  package init(
    placeholder: [UInt8]? = nil, averageColour: String? = nil, perceptualHash: PerceptualHash? = nil,
    partHashes: PartHashes? = nil, annotations: [String: JSONValue] = [:],
    variants: [String: DerivedImage] = [:], metadata: PhotoAnnotations? = nil
  ) {
    self.metadata = metadata
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.perceptualHash = perceptualHash
    self.partHashes = partHashes
    self.annotations = annotations
    self.variants = variants
  }
}

extension PictureFindings {
  /// Fills what is open here with what `other` knows.
  package mutating func fill(from other: PictureFindings) {
    placeholder = placeholder ?? other.placeholder
    averageColour = averageColour ?? other.averageColour
    perceptualHash = perceptualHash ?? other.perceptualHash
    partHashes = partHashes ?? other.partHashes
    annotations.merge(other.annotations) { first, _ in first }
    variants.merge(other.variants) { first, _ in first }
    if let further = other.metadata {
      var known = metadata ?? PhotoAnnotations()
      known.fill(from: further)
      metadata = known
    }
  }
}

/// An image derived from a picture, checked: its bytes are of the type and the size in pixels that it says.
package struct DerivedImage: Sendable {
  /// The whole file of the image.
  package var bytes: [UInt8]
  /// The format.
  package var type: ImageType
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  /// Makes a derived image.
  package init(bytes: [UInt8], type: ImageType, width: Int, height: Int) {
    self.bytes = bytes
    self.type = type
    self.width = width
    self.height = height
  }
}
