// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A picture in some 25 bytes, blurred: the lowest frequencies of its lightness, its colours and its opacity
/// (https://evanw.github.io/thumbhash/).
package struct ThumbHash: Hashable, Sendable {
  /// A channel as a sum of cosines, by their frequencies across and down the picture.
  private struct Channel: Hashable {
    struct Term: Hashable {
      var across: Int
      var down: Int
      var weight: Double
    }

    var mean: Double
    var terms: [Term] = []

    func value(_ across: [Double], _ down: [Double]) -> Double {
      terms.reduce(mean) { $0 + $1.weight * across[$1.across] * down[$1.down] * 2 }
    }
  }

  /// The description of a channel in the head of a hash: its mean, its scale, and its numbers of frequencies.
  private struct Plan {
    var mean: Double
    var scale: Double
    var across: Int
    var down: Int

    init(_ mean: Double, _ scale: Double, _ across: Int, _ down: Int) {
      (self.mean, self.scale, self.across, self.down) = (mean, scale, across, down)
    }
  }

  /// The width of the picture divided by its height, roughly.
  package let aspectRatio: Double
  private let lightness: Channel
  private let yellowness: Channel
  private let redness: Channel
  private let opacity: Channel

  /// Reads a hash; `nil` where it has too few bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 5 else { return nil }
    let head = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let shape = Int(bytes[3]) | Int(bytes[4]) << 8
    let (hasOpacity, isLandscape) = (head >> 23 & 1 == 1, shape >> 15 & 1 == 1)
    guard !hasOpacity || bytes.count >= 6 else { return nil }
    let (long, short) = (hasOpacity ? 5 : 7, shape & 7)
    let size = isLandscape ? (across: long, down: short) : (across: short, down: long)
    aspectRatio = Double(max(1, size.across)) / Double(max(1, size.down))
    var weights = Weights(bytes.dropFirst(hasOpacity ? 6 : 5))
    // Colours lose strength when they are made whole numbers; the factor gives it back.
    let boost = 1.25
    let plans = [
      Plan(Double(head & 63) / 63, Double(head >> 18 & 31) / 31, max(3, size.across), max(3, size.down)),
      Plan(Double(head >> 6 & 63) / 31.5 - 1, Double(shape >> 3 & 63) / 63 * boost, 3, 3),
      Plan(Double(head >> 12 & 63) / 31.5 - 1, Double(shape >> 9 & 63) / 63 * boost, 3, 3),
      hasOpacity ? Plan(Double(bytes[5] & 15) / 15, Double(bytes[5] >> 4) / 15, 5, 5) : Plan(1, 0, 0, 0),
    ]
    var channels: [Channel] = []
    for plan in plans {
      guard let channel = Self.channel(plan, &weights) else { return nil }
      channels.append(channel)
    }
    (lightness, yellowness, redness, opacity) = (channels[0], channels[1], channels[2], channels[3])
  }

  /// The picture in any size.
  package func pixels(width: Int, height: Int) -> PixelImage {
    let (width, height) = (max(1, width), max(1, height))
    let across = (0..<width).map { Self.cosines(at: (Double($0) + 0.5) / Double(width)) }
    let down = (0..<height).map { Self.cosines(at: (Double($0) + 0.5) / Double(height)) }
    return PixelImage(width: width, height: height) { x, y in
      let light = lightness.value(across[x], down[y])
      let yellow = yellowness.value(across[x], down[y])
      let red = redness.value(across[x], down[y])
      let blue = light - yellow * 2 / 3
      let full = (3 * light - blue + red) / 2
      return PixelImage.Pixel(
        red: Self.byte(full), green: Self.byte(full - red), blue: Self.byte(blue),
        opacity: Self.byte(opacity.value(across[x], down[y])))
    }
  }

  private static func channel(_ plan: Plan, _ weights: inout Weights) -> Channel? {
    var channel = Channel(mean: plan.mean)
    for row in 0..<plan.down {
      var column = row == 0 ? 1 : 0
      while column * plan.down < plan.across * (plan.down - row) {
        guard let weight = weights.next() else { return nil }
        channel.terms.append(Channel.Term(across: column, down: row, weight: weight * plan.scale))
        column += 1
      }
    }
    return channel
  }

  private static func cosines(at position: Double) -> [Double] { (0..<8).map { cos(.pi * position * Double($0)) } }

  private static func byte(_ value: Double) -> UInt8 { UInt8((min(1, max(0, value)) * 255).rounded()) }

  /// Weights of four bits each, from -1 to 1.
  private struct Weights {
    private let bytes: ArraySlice<UInt8>
    private var count = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    mutating func next() -> Double? {
      let position = bytes.startIndex + count / 2
      guard position < bytes.endIndex else { return nil }
      defer { count += 1 }
      return Double(bytes[position] >> (count % 2 == 0 ? 0 : 4) & 15) / 7.5 - 1
    }
  }
}
