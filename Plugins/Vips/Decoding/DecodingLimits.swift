// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The limits beyond which a picture is refused instead of decoded.
struct DecodingLimits: Hashable {
  /// The most pixels, width times height; 100,000,000 by default.
  var pixels = 100_000_000
  /// The most scans of a JPEG picture, each of which costs a pass over all of it; 100 by default.
  var scans = 100
  /// The most pixels that all scans of a JPEG picture go over together; 2,000,000,000 by default.
  var scanPixels = 2_000_000_000
  /// The most pixels of all frames that are decoded for a moving image, of which each that is encoded counts for ten;
  /// 100,000,000 by default.
  var movingPixels = 100_000_000
  /// The processor time, in milliseconds, after which no further frame is decoded for a moving image; 3,000 by default.
  var movingMilliseconds = 3_000

  /// Reads the members `pixels`, `scans`, `scanPixels`, `movingPixels` and `movingMilliseconds` of the manifest's
  /// configuration.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where one is no whole number above 0.
  init(_ configuration: JSON = .object([])) throws(TransformerError) {
    pixels = try Self.limit("pixels", in: configuration) ?? pixels
    scans = try Self.limit("scans", in: configuration) ?? scans
    scanPixels = try Self.limit("scanPixels", in: configuration) ?? scanPixels
    movingPixels = try Self.limit("movingPixels", in: configuration) ?? movingPixels
    movingMilliseconds = try Self.limit("movingMilliseconds", in: configuration) ?? movingMilliseconds
  }

  private static func limit(_ name: String, in configuration: JSON) throws(TransformerError) -> Int? {
    guard let value = configuration[name] else { return nil }
    guard let limit = value.integer, limit > 0 else {
      throw .failure("\(name) in the manifest's configuration has to be a whole number above 0")
    }
    return limit
  }

  /// Checks a picture whose header has been read.
  ///
  /// - Throws: ``TransformerError/refusal(_:offset:)`` beyond a limit.
  func check(_ size: PixelSize, scanCount: Int) throws(TransformerError) {
    guard size.width > 0, size.height > 0 else { throw .refusal("the picture has no pixels") }
    guard size.area <= pixels else {
      throw .refusal("\(size.width) × \(size.height) pixels exceed the limit of \(pixels) pixels")
    }
    guard scanCount <= scans else { throw .refusal("the picture exceeds the limit of \(scans) scans") }
    let (passed, overflows) = size.area.multipliedReportingOverflow(by: scanCount)
    guard !overflows, passed <= scanPixels else {
      throw .refusal("the picture exceeds the limit of \(scanPixels) pixels in all scans")
    }
  }
}
