// SPDX-License-Identifier: Apache-2.0

import CVips
import WoofPluginKit

extension DecodedPicture {
  /// Makes an image that is wanted, and gives it to the host.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where it cannot be made.
  func derive(
    _ wanted: WantedImage, effort: EncodingEffort, host: borrowing PluginHost
  ) throws(TransformerError) {
    guard let format = OutputFormat(rawValue: wanted.mediaType) else {
      throw .failure("\(wanted.name) is wanted as \(wanted.mediaType), which this plugin does not make")
    }
    let box = PixelSize(width: wanted.width, height: wanted.height)
    guard box.width > 0, box.height > 0 else { throw .failure("\(wanted.name) is wanted without pixels") }
    let scaledSize = size.scaled(by: size.scale(toFill: box, wanted.fit))
    let target = scaledSize.cut(to: box)
    let file = try making(wanted) { () throws(VipsFault) in
      let derived = try image.scaled(to: scaledSize).middle(target)
      return try format.encode(derived, quality: wanted.quality, effort: effort)
    }
    try file.withSpan { (bytes) throws(TransformerError) in
      if format == .webp {
        let bare = WebPFile(withoutMetadata: bytes).bytes
        return try host.deliver(wanted, bytes: bare.span.bytes, width: target.width, height: target.height)
      }
      try host.deliver(wanted, bytes: bytes, width: target.width, height: target.height)
    }
  }

  private func making(
    _ wanted: WantedImage, _ body: () throws(VipsFault) -> VipsBytes
  ) throws(TransformerError) -> VipsBytes {
    do throws(VipsFault) { return try body() } catch {
      throw .failure("\(wanted.name) cannot be made: \(error.text)")
    }
  }
}

/// A format that derived images may have.
enum OutputFormat: String {
  case jpeg = "image/jpeg"
  case webp = "image/webp"
  case avif = "image/avif"
  /// PNG with 8 bits a sample, RGB or RGBA, not interlaced, for programs that draw pixels without a decoder of their
  /// own.
  case png = "image/png"

  /// Encodes an image, without any metadata.
  ///
  /// - Throws: ``VipsFault`` where it cannot be encoded.
  func encode(_ image: borrowing VipsImage, quality: Int, effort: EncodingEffort) throws(VipsFault) -> VipsBytes {
    let quality = CInt(clamping: quality)
    return switch self {
    case .jpeg: try Self.jpeg(image, quality: quality)
    case .webp: try VipsBytes(woof_vips_webp(image.handle, quality, effort.webp))
    case .avif: try VipsBytes(woof_vips_avif(image.handle, quality, effort.avif))
    case .png: try VipsBytes(woof_vips_png(image.handle))
    }
  }

  /// Encodes a JPEG file. JPEG has no transparency, so transparent pixels become white.
  private static func jpeg(_ image: borrowing VipsImage, quality: CInt) throws(VipsFault) -> VipsBytes {
    guard image.hasAlpha else { return try VipsBytes(woof_vips_jpeg(image.handle, quality)) }
    let flat = try VipsImage(woof_vips_flatten(image.handle))
    return try VipsBytes(woof_vips_jpeg(flat.handle, quality))
  }
}
