// SPDX-License-Identifier: Apache-2.0

/// The colours that red, green, blue and white of a picture are, as chromaticities (CIE 1931).
struct Primaries: Hashable {
  /// A colour without its brightness.
  struct Chromaticity: Hashable {
    var x: Double
    var y: Double

    /// The light of this colour with a luminance of 1.
    fileprivate var light: Matrix.Vector { Matrix.Vector(x / y, 1, (1 - x - y) / y) }
  }

  var red: Chromaticity
  var green: Chromaticity
  var blue: Chromaticity
  var white: Chromaticity

  private static let daylight = Chromaticity(x: 0.3127, y: 0.3290)

  /// The primaries of sRGB and BT.709, with the white point D65.
  static let sRGB = Primaries(
    red: Chromaticity(x: 0.64, y: 0.33), green: Chromaticity(x: 0.30, y: 0.60), blue: Chromaticity(x: 0.15, y: 0.06),
    white: daylight)
  /// The primaries of BT.2020 and BT.2100, with the white point D65.
  static let wide = Primaries(
    red: Chromaticity(x: 0.708, y: 0.292), green: Chromaticity(x: 0.170, y: 0.797),
    blue: Chromaticity(x: 0.131, y: 0.046), white: daylight)
  /// The primaries of Display P3, with the white point D65.
  static let displayP3 = Primaries(
    red: Chromaticity(x: 0.680, y: 0.320), green: Chromaticity(x: 0.265, y: 0.690),
    blue: Chromaticity(x: 0.150, y: 0.060), white: daylight)

  /// The primaries that a number stands for (ITU-T H.273, table 2); `nil` where it is none of those in use for pictures.
  static func coded(_ number: Int) -> Primaries? {
    switch number {
    case 1, 2: .sRGB
    case 9: .wide
    case 12: .displayP3
    default: nil
    }
  }

  /// `true` if each coordinate is within 0.002 of that of sRGB, as files round chromaticities.
  var areThoseOfSRGB: Bool {
    let pairs = [(red, Self.sRGB.red), (green, Self.sRGB.green), (blue, Self.sRGB.blue), (white, Self.sRGB.white)]
    return pairs.allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
  }

  /// The map from amounts of the three primaries to light (CIE XYZ); `nil` where they make no plane.
  var light: Matrix? {
    guard [red, green, blue, white].allSatisfy({ $0.y > 0.0001 }) else { return nil }
    let unscaled = Matrix(red.light, green.light, blue.light)
    guard let amounts = unscaled.inverse.map({ $0 * white.light }) else { return nil }
    return unscaled * Matrix(diagonal: amounts)
  }

  /// The same in the light that profiles are about, whose white is D50: as eyes get used to it (Bradford).
  var profiledLight: Matrix? {
    guard let light, let unsharpened = Self.sharpening.inverse else { return nil }
    let (from, to) = (Self.sharpening * white.light, Self.sharpening * Self.profiledWhite)
    return unsharpened * Matrix(diagonal: to / from) * Self.sharpening * light
  }

  /// The white of profiles (ICC.1, D50).
  static let profiledWhite = Matrix.Vector(0.9642, 1, 0.8249)

  private static let sharpening = Matrix(
    Matrix.Vector(0.8951, -0.7502, 0.0389), Matrix.Vector(0.2664, 1.7135, -0.0685),
    Matrix.Vector(-0.1614, 0.0367, 1.0296))
}
