import WoofModel

/// The only EXIF data that a shareable copy has.
enum ShareableExif {
  private static let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]

  /// TIFF data that say how the picture is turned; `nil` where it is upright and nothing needs to be said.
  static func data(_ orientation: PhotoOrientation) -> [UInt8]? {
    guard orientation != .upright else { return nil }
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
    return header + [0, 1] + entry + [0, 0, 0, 0]
  }

  /// An EXIF item of a HEIF file that says nothing, for the picture's properties say how it is turned: the distance to
  /// the TIFF data, and those without an entry.
  static let emptyItem: [UInt8] = [0, 0, 0, 0] + header + [0, 0] + [0, 0, 0, 0]
}
