// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofCore
internal import WoofModel

/// The moving preview of animations, which is made only where it is switched on.
struct MovingPreviewSettings: ConfigurationSection {
  /// The variant; `nil` where it is switched off, as it is by default.
  let specification: VariantSpecification?

  /// The maximum length of a side, in pixels.
  private static let longestSide = 1_024

  init(from reader: inout ConfigurationReader) {
    let standard = VariantSpecification.Motion()
    let isEnabled = reader.value(
      "enabled", .boolean, default: false, "Whether animations have the variant moving, an animated WebP image.")
    let size = reader.value(
      "size", .boxSize, default: BoxSize(width: 320, height: 320),
      "The box it is fitted to, in pixels; no side longer than \(Self.longestSide).")
    let duration = reader.value(
      "duration", .duration(in: .milliseconds(100)...(.seconds(30))), default: .milliseconds(standard.milliseconds),
      "How long it plays at most until it begins again: it has the first frames up to that.")
    let frames = reader.value(
      "frames", .integer(in: 2...600), default: standard.frameCount, "How many frames it has at most.")
    let quality = reader.value(
      "quality", .integer(in: 1...100), default: 70, "How well it is kept, as encoders count it.")
    let bytes = reader.value(
      "bytes", .byteCount(in: .kilobytes(10)...(.megabytes(16))), default: .bytes(standard.byteCount),
      "How many bytes it has at most; one that would have more gets fewer frames.")
    if max(size.width, size.height) > Self.longestSide {
      reader.refuse("size", because: "no side of a moving preview is longer than \(Self.longestSide) pixels")
    }
    let (seconds, attoseconds) = duration.components
    let motion = VariantSpecification.Motion(
      milliseconds: Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), frameCount: frames,
      byteCount: bytes.bytes)
    let variant = VariantSpecification(
      name: PictureSetup.movingName, width: size.width, height: size.height, type: .webp, quality: quality,
      motion: motion)
    specification = isEnabled ? variant : nil
  }
}
