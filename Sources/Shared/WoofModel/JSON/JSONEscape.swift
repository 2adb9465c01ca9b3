/// A character that JSON text does not show as it is.
struct JSONEscape {
  /// The length of the character in UTF-8, without the escape, in bytes.
  let byteCount: Int
  private let scalar: UInt16

  /// Finds the character to be escaped at a place in UTF-8; `nil` where the one there needs no escape.
  init?(at index: Int, in text: Span<UInt8>) {
    switch text[index] {
    case let byte where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"):
      (byteCount, scalar) = (1, UInt16(byte))
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0x85:
      (byteCount, scalar) = (2, 0x85)
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
      (byteCount, scalar) = (3, 0x2000 | UInt16(text[index + 2] & 0x3F))
    default:
      return nil
    }
  }

  /// Appends what stands for the character (RFC 8259 §7).
  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: bytes.append(UInt8(truncatingIfNeeded: scalar))
    default:
      bytes.append(addingCapacity: 5) { output in
        output.append(UInt8(ascii: "u"))
        Hexadecimal.append(UInt64(scalar), digitCount: 4, to: &output)
      }
    }
  }
}
