// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The only EXIF data that a shareable copy has.
enum ShareableExif {
  private static let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]

  /// Returns TIFF data with only the orientation of the picture; `nil` if it is upright and needs none.
  static func data(_ orientation: PhotoOrientation) -> [UInt8]? {
    guard orientation != .upright else { return nil }
    let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
    return header + [0, 1] + entry + [0, 0, 0, 0]
  }

  /// An empty EXIF item of a HEIF file: the distance to the TIFF data, and TIFF data without an entry. The picture's
  /// properties state its orientation.
  static let emptyItem: [UInt8] = [0, 0, 0, 0] + header + [0, 0] + [0, 0, 0, 0]
}
