// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The curve between samples and light in a picture that is made for screens that show more than paper white (BT.2100).
enum HighRangeCurve: Hashable {
  /// PQ: a sample stands for an amount of light, up to 10,000 cd/m².
  case perceptual
  /// HLG: a sample stands for light in the scene; a brighter screen shows it brighter.
  case hybrid

  /// The light of paper white, which is the white of ordinary pictures (BT.2408), in cd/m².
  static let paperWhite = 203.0
  /// The light of the brightest screen that is reckoned with, in cd/m².
  static let brightest = 1000.0

  /// The light that a sample of 0 to 1 stands for: as a multiple of paper white, or in the scene, from 0 to 1.
  func light(of sample: Double) -> Double {
    switch self {
    case .perceptual:
      let power = pow(max(0, sample), 1 / 78.84375)
      let light = pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
      return light * 10_000 / Self.paperWhite
    case .hybrid:
      return sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
  }

  /// The light that is shown, as a multiple of paper white, of light in a picture with the primaries.
  func shown(_ light: Matrix.Vector) -> Matrix.Vector {
    guard self == .hybrid else { return light }
    let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
    return light * (Self.brightest / Self.paperWhite * pow(max(0, luminance), 0.2))
  }
}
