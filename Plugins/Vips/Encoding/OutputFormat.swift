import CVips

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
