// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
package import WoofCore
internal import WoofImages

/// Checks that what comes in is a sound picture of a known format.
package struct ImageStructureModule: WoofModule {
  /// `transformer.structure`.
  package static let id: ModuleID = "transformer.structure"
  /// The purpose of the module, in a sentence.
  package static let summary = "Checks format, structure and dimensions of photos while they arrive."

  private let settings: ImageStructureSettings

  /// Makes the module.
  package init(settings: ImageStructureSettings) { self.settings = settings }

  /// Provides the transformers.
  package func provision(_ scope: ModuleScope) async throws {
    for transformer in ImageTransformers.standard(limits: settings.limits) {
      scope.provide(transformer, at: .transformers)
    }
    scope.provide(ShareableCopy(limits: settings.limits), at: .shareable)
  }
}

/// The limits of pictures.
package struct ImageStructureSettings: ConfigurationSection {
  let limits: ImageLimits

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    var limits = ImageLimits()
    limits.pixels = reader.value(
      "pixels", .integer(in: 1...10_000_000_000), default: limits.pixels,
      "How many pixels a picture or a frame may have, width times height.")
    limits.bytes = Int(
      reader.value(
        "bytes", .byteCount(in: .kilobytes(1)...(.gigabytes(2))), default: .bytes(Int64(limits.bytes)),
        "How many bytes a picture may have."
      ).bytes)
    limits.segments = reader.value(
      "segments", .integer(in: 16...10_000_000), default: limits.segments,
      "How many structural parts a file may have: segments, chunks, blocks or boxes.")
    limits.scans = reader.value(
      "scans", .integer(in: 1...10_000), default: limits.scans,
      "How many scans a JPEG may have; each costs a decoder a pass over the whole picture.")
    limits.frames = reader.value(
      "frames", .integer(in: 1...1_000_000), default: limits.frames, "How many frames an animation may have.")
    limits.animationPixels = reader.value(
      "animationPixels", .integer(in: 1...100_000_000_000), default: limits.animationPixels,
      "How many pixels all frames of an animation may have together.")
    limits.metadataBytes = Int(
      reader.value(
        "metadataBytes", .byteCount(in: .kibibytes(64)...(.mebibytes(64))),
        default: .bytes(Int64(limits.metadataBytes)),
        "How many bytes of metadata are kept in memory at a time."
      ).bytes)
    limits.ancillaryBytes = Int(
      reader.value(
        "ancillaryBytes", .byteCount(in: .kibibytes(64)...(.gigabytes(1))),
        default: .bytes(Int64(limits.ancillaryBytes)),
        "How many bytes of metadata a whole file may have, compressed ones counted as what they become."
      ).bytes)
    limits.scanPixels = reader.value(
      "scanPixels", .integer(in: 1...100_000_000_000), default: limits.scanPixels,
      "How many pixels all scans of a JPEG may go over together, its pixels times its scans.")
    self.limits = limits
  }
}
