// SPDX-License-Identifier: Apache-2.0

/// Counts the pixels that the data of a frame hold, without making any (GIF89a, appendix F): codes stand for runs of
/// pixels that came before, and only how long those are is kept.
struct GIFPixelCount: Sendable {
  /// The number of pixels counted so far.
  private(set) var pixelCount = 0
  /// `true` if the data held a code that stands for nothing.
  private(set) var isDamaged = false

  private let wanted: Int
  private let clear: Int
  /// The number of pixels that each code stands for.
  private var lengths = [UInt16](repeating: 1, count: 4096)
  private var next: Int
  private var width: Int
  private var previous: Int?
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - codeSize: The number of bits that code a pixel, 1 to 8.
  ///   - wanted: The number of pixels of the frame; no more are counted.
  init(codeSize: Int, wanted: Int) {
    self.wanted = wanted
    clear = 1 << codeSize
    next = clear + 2
    width = codeSize + 1
  }

  /// `true` if all pixels have come, or no more can come.
  var isDone: Bool { pixelCount >= wanted || hasEnded || isDamaged }

  /// Takes the next bytes of the data.
  mutating func take(_ bytes: RawSpan) {
    var position = 0
    while position < bytes.byteCount, !isDone {
      bits |= UInt64(bytes.byte(at: position)) << UInt64(bitCount)
      bitCount += 8
      position += 1
      while bitCount >= width, !isDone {
        let code = Int(bits & (1 << UInt64(width) - 1))
        bits >>= UInt64(width)
        bitCount -= width
        take(code)
      }
    }
  }

  private mutating func take(_ code: Int) {
    if code == clear {
      next = clear + 2
      width = (clear * 2).trailingZeroBitCount
      previous = nil
    } else if code == clear + 1 {
      hasEnded = true
    } else if let earlier = previous {
      // A code that is just being made stands for the one before and a pixel more.
      guard code < next || code == next && next < 4096 else {
        isDamaged = true
        return
      }
      if next < 4096 {
        lengths[next] = lengths[earlier] &+ 1
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      pixelCount += Int(lengths[code])
      previous = code
    } else {
      isDamaged = code >= clear
      pixelCount += 1
      previous = code
    }
  }
}
