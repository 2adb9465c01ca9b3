// SPDX-License-Identifier: Apache-2.0

import TestKit
import Foundation

/// A sound JPEG of about so many bytes that is unlike all others: noise in comments, and a small grey picture.
enum DrawnPhoto {
  private static let longestComment = 65_000

  /// The bytes of a photo.
  static func bytes(number: Int, byteCount: Int, seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed &* 0x1_0000_0001 &+ UInt64(number))
    var data = Data([0xFF, 0xD8])
    append(0xFE, Array("photo \(number) of \(seed)".utf8), to: &data)
    while data.count < byteCount {
      let count = max(1, min(byteCount - data.count, longestComment) / 8)
      var noise: [UInt8] = []
      noise.reserveCapacity(count * 8)
      for _ in 0..<count { withUnsafeBytes(of: random.next()) { noise.append(contentsOf: $0) } }
      append(0xFE, noise, to: &data)
    }
    append(0xDB, [0] + [UInt8](repeating: 1, count: 64), to: &data)
    append(0xC0, [8, 0, 16, 0, 16, 1, 1, 0x11, 0], to: &data)
    append(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 16), to: &data)
    append(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 16), to: &data)
    append(0xDA, [1, 1, 0, 0, 63, 0], to: &data)
    // Four blocks of two bits.
    data.append(contentsOf: [0, 0xFF, 0xD9])
    return data
  }

  private static func append(_ marker: UInt8, _ content: [UInt8], to data: inout Data) {
    let count = content.count + 2
    data.append(contentsOf: [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)])
    data.append(contentsOf: content)
  }
}
