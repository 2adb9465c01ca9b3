// SPDX-License-Identifier: Apache-2.0

/// The number of frames of an animated WebP file, and how long they are shown (RFC 9649 §2.7.1).
struct AnimationLength: Hashable, Sendable {
  private(set) var frameCount = 0
  /// The duration of all frames together.
  private(set) var milliseconds = 0

  /// The position of the duration in a frame's chunk, behind the eight bytes of the chunk's own head.
  private static let durationOffset = 8 + 12
  private static let frameHeadCount = 8 + 16

  /// Measures a file that is sound.
  init(webP file: [UInt8]) {
    var position = 12
    while position + 8 <= file.count {
      let length = Self.number(in: file, at: position + 4, byteCount: 4)
      if file[position..<position + 4].elementsEqual("ANMF".utf8), position + Self.frameHeadCount <= file.count {
        frameCount += 1
        milliseconds += Self.number(in: file, at: position + Self.durationOffset, byteCount: 3)
      }
      position += 8 + length + length % 2
    }
  }

  private static func number(in file: [UInt8], at offset: Int, byteCount: Int) -> Int {
    (0..<byteCount).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
  }
}
