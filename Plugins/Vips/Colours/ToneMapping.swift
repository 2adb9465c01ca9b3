// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofPluginKit

/// Turns the samples of a picture of high range to those of an ordinary one: sRGB of 8 bits.
///
/// Light up to half of paper white stays as it is, and what is above is compressed, so that 1,000 cd/m² become the white of
/// the result. The greatest of red, green and blue decides by how much, so that colours keep their hue; those that sRGB
/// cannot show are cut off.
struct ToneMapping {
  private let curve: HighRangeCurve
  /// The light of each sample, in steps of 12 bits.
  private let lights: [Double]
  /// The samples of sRGB for amounts of light from 0 to 1, in equal steps.
  private let encoded: [UInt8]
  /// The matrix from amounts of the picture's primaries to those of sRGB.
  private let narrowing: Matrix

  private static let lightCount = 4096
  private static let encodedCount = 16_384
  /// The light from which on it is compressed, as a part of paper white.
  private static let knee = 0.5

  /// Makes the mapping; `nil` where the primaries make no colours.
  init?(from primaries: Primaries, _ curve: HighRangeCurve) {
    guard let wide = primaries.light, let narrow = Primaries.sRGB.light?.inverse else { return nil }
    self.curve = curve
    narrowing = narrow * wide
    lights = (0..<Self.lightCount).map { curve.light(of: Double($0) / Double(Self.lightCount - 1)) }
    encoded = (0..<Self.encodedCount).map { step in
      let light = Double(step) / Double(Self.encodedCount - 1)
      let sample = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8((255 * sample).rounded())
    }
  }

  /// Maps pixels row by row, with one or three samples of colour each and at most one of transparency.
  ///
  /// - Parameter isWide: `true` if a sample has 16 bits, in the byte order of this machine; `false` if it has 8.
  func map(_ samples: RawSpan, bandCount: Int, isWide: Bool) -> [UInt8] {
    let pixelCount = samples.byteCount / (bandCount * (isWide ? 2 : 1))
    var result = [UInt8](repeating: 0, count: pixelCount * bandCount)
    func sample(_ index: Int) -> Int {
      guard isWide else { return Int(samples.byte(at: index)) * 257 }
      let (low, high) = (Int(samples.byte(at: 2 * index)), Int(samples.byte(at: 2 * index + 1)))
      return high << 8 | low
    }
    for pixel in 0..<pixelCount {
      let first = pixel * bandCount
      let green = bandCount < 3 ? 0 : 1
      let mapped = map(
        Matrix.Vector(
          lights[sample(first) >> 4], lights[sample(first + green) >> 4], lights[sample(first + 2 * green) >> 4]))
      if bandCount < 3 {
        result[first] = encode(mapped.y)
      } else {
        for band in 0..<3 { result[first + band] = encode(mapped[band]) }
      }
      if bandCount % 2 == 0 { result[first + bandCount - 1] = UInt8(sample(first + bandCount - 1) >> 8) }
    }
    return result
  }

  private func map(_ light: Matrix.Vector) -> Matrix.Vector {
    let shown = curve.shown(light)
    let greatest = shown.max()
    guard greatest > Self.knee else { return narrowing * shown }
    return narrowing * (shown * (Self.compressed(greatest) / greatest))
  }

  /// The light of the result: above the knee a curve that sets out with the same slope and ends in white (after
  /// Reinhard).
  private static func compressed(_ light: Double) -> Double {
    let room = 1 - knee
    let (above, most) = (
      (light - knee) / room, (HighRangeCurve.brightest / HighRangeCurve.paperWhite - knee) / room
    )
    return min(1, knee + room * above * (1 + above / (most * most)) / (1 + above))
  }

  private func encode(_ light: Double) -> UInt8 {
    encoded[Int((min(1, max(0, light)) * Double(Self.encodedCount - 1)).rounded())]
  }
}
