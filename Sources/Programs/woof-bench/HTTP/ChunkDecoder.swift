// SPDX-License-Identifier: Apache-2.0

/// Takes the chunked coding away from a body that arrives in pieces (RFC 9112 §7.1). It trusts the sender.
struct ChunkDecoder {
  private enum State {
    case size, data, dataEnd
  }

  private var state = State.size
  private var remaining = 0

  /// Takes the next piece and hands out the runs of content in it.
  ///
  /// - Returns: `true` once the last chunk has come.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ content: (ArraySlice<UInt8>) -> Void) -> Bool {
    var position = bytes.startIndex
    while position < bytes.endIndex {
      switch state {
      case .size:
        let byte = bytes[position]
        position += 1
        if let digit = Self.value(of: byte) {
          remaining = remaining << 4 | digit
        } else if byte == UInt8(ascii: "\n") {
          if remaining == 0 { return true }
          state = .data
        }
      case .data:
        let run = bytes[position..<min(position + remaining, bytes.endIndex)]
        content(run)
        position = run.endIndex
        remaining -= run.count
        if remaining == 0 { state = .dataEnd }
      case .dataEnd:
        if bytes[position] == UInt8(ascii: "\n") { state = .size }
        position += 1
      }
    }
    return false
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(digit - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(digit - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
