// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The width of a photo by its height, in one byte: what a wall of photos is laid out by before anything else is known of
/// them.
///
/// The byte is `127 + 31.75 · log2(width / height)`, rounded. So a step is 2.2 %, 127 is a square, and nothing is broader
/// than 16:1 or higher than 1:16.
public struct AspectRatio: Hashable, Sendable {
  /// The byte, 0 to 254.
  public let byte: UInt8

  private static let square: UInt8 = 127
  private static let stepsPerOctave = 31.75
  private static let values = (UInt8.min...UInt8.max).map { exp2((Double($0) - Double(square)) / stepsPerOctave) }

  /// Makes a ratio of its byte; 255, which stands for none, becomes 254.
  public init(byte: UInt8) { self.byte = min(byte, 2 * Self.square) }

  /// Makes the ratio of a picture; of one that has no width or no height, that of a square.
  public init(width: Int, height: Int) {
    guard width > 0, height > 0 else {
      byte = Self.square
      return
    }
    let place = (Double(Self.square) + Self.stepsPerOctave * log2(Double(width) / Double(height))).rounded()
    byte = UInt8(min(max(0, place), Double(2 * Self.square)))
  }

  /// The width by the height.
  public var value: Double { Self.values[Int(byte)] }
}
