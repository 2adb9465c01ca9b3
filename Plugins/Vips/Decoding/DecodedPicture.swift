// SPDX-License-Identifier: Apache-2.0

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
  /// - Parameter log: A closure that takes the messages of libvips about a file that it cannot decode.
  /// - Throws: ``TransformerError/refusal(_:offset:)`` of a file that is not whole, or exceeds a limit.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, for wanted: [WantedImage], limits: DecodingLimits, log: (String) -> Void
  ) throws(TransformerError) -> DecodedPicture {
    guard let format = PictureFormat(of: bytes.bytes) else {
      throw .refusal("the file is no JPEG, PNG, GIF, WebP, HEIC or AVIF picture")
    }
    func decoding<Result: ~Copyable>(
      _ body: () throws(VipsFault) -> Result
    ) throws(TransformerError) -> Result {
      do throws(VipsFault) { return try body() } catch {
        log(error.text)
        throw error.ofDecoding(format)
      }
    }
    let header = try decoding { () throws(VipsFault) in try VipsImage(opening: bytes, as: format) }
    let scanCount = format == .jpeg ? JPEGScans.count(in: bytes.bytes, upTo: limits.scans) : 1
    try limits.check(header.size, scanCount: scanCount)

    let isTurned = header.orientation > 4
    let plan = DecodingPlan(stored: header.size, isTurned: isTurned, canShrink: format.canShrink, wanted: wanted)
    let colours = StatedColours(in: bytes.bytes, format)
    let image = try decoding { () throws(VipsFault) in
      if plan.shrink == 1 { return try reduce(header, to: plan.size, WOOF_VIPS_LANCZOS, colours) }
      let shrunk = try VipsImage(opening: bytes, as: format, shrink: plan.shrink)
      // The decoder has taken out already what would make patterns, and what is left to reduce is less than 2: the
      // sharper kernel would show nothing more, and take half as long again.
      return try reduce(shrunk, to: plan.size, WOOF_VIPS_CUBIC, colours)
    }
    return DecodedPicture(image: image, size: isTurned ? header.size.turned : header.size)
  }

  private static func reduce(
    _ source: borrowing VipsImage, to size: PixelSize, _ kernel: woof_vips_kernel, _ colours: StatedColours?
  ) throws(VipsFault) -> VipsImage {
    let reduced = try source.scaled(to: size, kernel).inSRGB(from: colours).inMemory()
    return reduced.orientation == 1 ? reduced : try reduced.upright().inMemory()
  }
}

/// The scans of a JPEG picture (ITU-T T.81, B.1).
enum JPEGScans {
  /// Counts the scans, and stops counting beyond a limit; what is no JPEG picture has none.
  static func count(in picture: RawSpan, upTo limit: Int) -> Int {
    var position = 2
    var count = 0
    while count <= limit, let marker = nextMarker(in: picture, from: &position) {
      switch marker {
      case 0xD9: return count
      case 0xDA:
        count += 1
        skipSegment(in: picture, &position)
      case 0x01, 0xD0...0xD8: break
      default: skipSegment(in: picture, &position)
      }
    }
    return count
  }

  /// The next marker, and the position behind it; stuffed bytes, restarts and what lies between segments is passed over.
  private static func nextMarker(in picture: RawSpan, from position: inout Int) -> UInt8? {
    while position + 1 < picture.byteCount {
      let byte = picture.byte(at: position)
      position += 1
      guard byte == 0xFF else { continue }
      let marker = picture.byte(at: position)
      if marker == 0 || marker == 0xFF { continue }
      position += 1
      return marker
    }
    return nil
  }

  private static func skipSegment(in picture: RawSpan, _ position: inout Int) {
    guard position + 1 < picture.byteCount else { return }
    let high = picture.byte(at: position)
    let low = picture.byte(at: position + 1)
    position += max(2, Int(high) << 8 | Int(low))
  }
}
