// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The colours that a file states by numbers instead of a profile.
enum StatedColours: Hashable {
  /// The samples are a power of the light, or that of sRGB where there is no exponent.
  case standard(Primaries, exponent: Double?)
  /// The samples are those of a screen that shows more than paper white.
  case highRange(Primaries, HighRangeCurve)

  /// Reads what a file states; `nil` where it states nothing, or sRGB.
  init?(in file: RawSpan, _ format: PictureFormat) {
    let stated: StatedColours? =
      switch format {
      case .png: PNGColours.read(file)
      case .heif: HEIFColours.read(file)
      case .jpeg, .gif, .webp: nil
      }
    guard let stated else { return nil }
    if case .standard(let primaries, nil) = stated, primaries.areThoseOfSRGB { return nil }
    self = stated
  }

  /// The colours that numbers stand for (ITU-T H.273, tables 2 and 3); `nil` where they are unknown.
  static func coded(primaries: Int, transfer: Int) -> StatedColours? {
    guard let primaries = Primaries.coded(primaries) else { return nil }
    switch transfer {
    // Cameras' curves are shown as sRGB's, from which they hardly differ.
    case 1, 2, 6, 13, 14, 15: return .standard(primaries, exponent: nil)
    case 4: return .standard(primaries, exponent: 2.2)
    case 5: return .standard(primaries, exponent: 2.8)
    case 8: return .standard(primaries, exponent: 1)
    case 16: return .highRange(primaries, .perceptual)
    case 18: return .highRange(primaries, .hybrid)
    default: return nil
    }
  }
}
