// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The transformer of pictures, and the images that are derived from them. It is replaced as a whole, so that whoever
/// has one goes on with what belongs together.
package struct PictureSetup: Sendable {
  /// The transformer, which decodes, annotates and derives; `nil` where none is installed.
  package var transformer: (any PictureTransforming)?
  /// The images that are derived from photos, each under a name of its own: from every photo, but moving ones only from
  /// animations.
  package var variants: [VariantSpecification]

  /// Makes a setup.
  ///
  /// - Parameters:
  ///   - transformer: The transformer, which decodes, annotates and derives; none by default.
  ///   - variants: The images that are derived; ``standardVariants`` by default.
  package init(
    transformer: (any PictureTransforming)? = nil, variants: [VariantSpecification] = Self.standardVariants
  ) {
    self.transformer = transformer
    self.variants = variants
  }

  /// `thumb`, 256 pixels at most, `grid`, 640 pixels at most, and `preview`, 1,600 pixels at most; all WebP.
  package static let standardVariants = [
    VariantSpecification(name: thumbName, width: 256, height: 256, type: .webp, quality: 80),
    VariantSpecification(name: gridName, width: 640, height: 640, type: .webp, quality: 80),
    VariantSpecification(name: previewName, width: 1600, height: 1600, type: .webp, quality: 82),
  ]

  /// The variant that is made before an upload is answered, where one of this name is configured.
  package static let thumbName = "thumb"
  /// The variant for walls of photos, some 220 pixels high, on screens of two pixels a point.
  package static let gridName = "grid"
  /// The variant that fills a screen.
  package static let previewName = "preview"
  /// The moving preview of animations, where one is configured.
  package static let movingName = "moving"
  /// The variant that every photo has, without any transformer: the picture untouched, and nothing private beside it.
  package static let shareableName = "shareable"

  /// The names of all variants that can be asked for, in their order.
  package var names: [String] { (variants.map(\.name) + [Self.shareableName]).sorted() }

  /// Names and versions of what takes part, as variants keep them.
  var transformerNames: String { transformer?.names.joined(separator: "+") ?? "" }

  /// The specification of a name; `nil` where none is configured, as for `shareable`.
  package func specification(named name: String) -> VariantSpecification? { variants.first { $0.name == name } }

  /// The variants of every photo, animated or not.
  var stillVariants: [VariantSpecification] { variants.filter { $0.motion == nil } }

  /// Returns the variants that a photo has not, or has of another specification.
  ///
  /// - Parameter isAnimated: `true` if the photo has more than one frame, so that it may have moving variants.
  func missing(among found: [String: PhotoRecord.Variant], isAnimated: Bool) -> [VariantSpecification] {
    variants.filter { found[$0.name]?.specification != $0.identity && (isAnimated || $0.motion == nil) }
  }

  /// Returns the variants that a photo has not, or has from other transformers or of another specification.
  ///
  /// - Parameter isAnimated: `true` if the photo has more than one frame, so that it may have moving variants.
  func outdated(among found: [String: PhotoRecord.Variant], isAnimated: Bool) -> [VariantSpecification] {
    let names = transformerNames
    return variants.filter {
      (isAnimated || $0.motion == nil)
        && (found[$0.name]?.specification != $0.identity || found[$0.name]?.transformers != names)
    }
  }

  /// The names of variants that a photo has and nobody can ask for any more.
  func abandoned(among found: [String: PhotoRecord.Variant]) -> Set<String> {
    Set(found.keys).subtracting(names)
  }
}
