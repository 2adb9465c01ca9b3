// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Properties of HEIF items whose sequence headers say how large the coded picture is.
enum CodedSize {
  /// Packs numbers of so many bits each, the highest bit first.
  private static func packed(_ numbers: [(value: Int, bits: Int)]) -> [UInt8] {
    let bits = numbers.flatMap { number in (0..<number.bits).map { number.value >> (number.bits - 1 - $0) & 1 } }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count ? UInt8(bits[start + $1]) : 0) }
    }
  }

  private static func exponentialGolomb(_ value: Int) -> (value: Int, bits: Int) {
    (value + 1, 2 * (Int.bitWidth - (value + 1).leadingZeroBitCount) - 1)
  }

  /// An `av1C` property whose sequence header is that of a still picture, or of a film with every part there can be.
  static func av1(_ width: Int, _ height: Int, isReduced: Bool = true) -> [UInt8] {
    let timing = [(0, 32), (0, 32), (1, 1), exponentialGolomb(5), (1, 1), (9, 5), (0, 32), (0, 5), (0, 5)]
    let points =
      [(1, 1), (1, 5)]
      + [[(0, 12), (9, 5), (1, 1), (1, 1), (0, 21), (1, 1), (3, 4)], [(0, 12), (3, 5), (0, 1), (0, 1)]].joined()
    let start = isReduced ? [(0, 3), (1, 1), (1, 1), (0, 5)] : [(0, 3), (0, 1), (0, 1), (1, 1)] + timing + points
    let header = packed(start + [(15, 4), (15, 4), (width - 1, 16), (height - 1, 16), (0, 16)])
    return [0x81, 0, 0, 0] + [0x12, 0] + [0x0A, UInt8(header.count)] + header
  }

  /// An `hvcC` property with a sequence parameter set behind another unit.
  static func hevc(_ width: Int, _ height: Int, subLayers: Int = 0) -> [UInt8] {
    var numbers = [(0, 4), (subLayers, 3), (1, 1), (0, 32), (0, 32), (0, 32)]
    if subLayers > 0 {
      numbers += (0..<8).map { ($0 < subLayers ? 3 : 0, 2) }
      for _ in 0..<subLayers { numbers += [(0, 32), (0, 32), (0, 32)] }
    }
    numbers += [
      exponentialGolomb(0), exponentialGolomb(3), (0, 1), exponentialGolomb(width), exponentialGolomb(height), (1, 1),
    ]
    var (unit, zeros) = ([UInt8](), 0)
    for byte in packed(numbers) {
      if zeros == 2, byte <= 3 { (unit, zeros) = (unit + [3], 0) }
      unit.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    let parameters = [0xA1, 0, 1] + [UInt8].big16(unit.count + 2) + [0x42, 1] + unit
    return [UInt8](repeating: 0, count: 22) + [2] + [0xA0, 0, 1, 0, 3, 1, 2, 3] + parameters
  }
}
