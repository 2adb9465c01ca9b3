import CVips
import WoofPluginKit

/// A picture that has been decoded in full: upright, in sRGB of 8 bits, and as large as what is asked for needs it.
struct DecodedPicture: ~Copyable {
  /// The image, in memory.
  let image: VipsImage
  /// The picture's own size, upright.
  let size: PixelSize

  /// Decodes a file.
  ///
  /// - Throws: ``TransformerError/refusal(_:offset:)`` of a file that is not whole, or exceeds a limit.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, for wanted: [WantedImage], limits: DecodingLimits
  ) throws(TransformerError) -> DecodedPicture {
    let loader = try decoding { () throws(VipsFault) in try Loader(of: bytes) }
    let header = try decoding { () throws(VipsFault) in try VipsImage(opening: bytes) }
    let scanCount = loader == .jpeg ? JPEGScans.count(in: bytes.bytes, upTo: limits.scans) : 1
    try limits.check(header.size, scanCount: scanCount)

    let isTurned = header.orientation > 4
    let plan = DecodingPlan(stored: header.size, isTurned: isTurned, canShrink: loader != .other, wanted: wanted)
    let image = try decoding { () throws(VipsFault) in
      if plan.shrink == 1 { return try reduce(header, to: plan.size) }
      return try reduce(VipsImage(opening: bytes, options: loader.options(shrink: plan.shrink)), to: plan.size)
    }
    return DecodedPicture(image: image, size: isTurned ? header.size.turned : header.size)
  }

  private static func reduce(_ source: borrowing VipsImage, to size: PixelSize) throws(VipsFault) -> VipsImage {
    let reduced = source.size == size ? try source.inSRGB().inMemory() : try source.scaled(to: size).inSRGB().inMemory()
    return reduced.orientation == 1 ? reduced : try reduced.upright().inMemory()
  }

  private static func decoding<Result: ~Copyable>(
    _ body: () throws(VipsFault) -> Result
  ) throws(TransformerError) -> Result {
    do throws(VipsFault) { return try body() } catch { throw error.ofDecoding }
  }
}
