/// A line that is typed on a terminal which neither shows nor edits it, so that the editing keys are handled here.
struct SecretLine {
  /// A state of the line after a byte.
  enum State: Equatable {
    case open
    case complete
    case interrupted
    case ended
    case tooLong
  }

  /// The longest line in bytes.
  static let maximumLength = 1024
  /// The byte that ^C gives.
  static let interruptKey = Key.interrupt

  private(set) var bytes: [UInt8] = []

  /// Takes the next byte of an input that is no terminal, where only the end of the line means anything.
  mutating func consume(plain byte: UInt8) -> State {
    guard byte != UInt8(ascii: "\n") else {
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      return .complete
    }
    return append(byte)
  }

  /// Takes the next byte from the terminal.
  mutating func consume(_ byte: UInt8) -> State {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .complete
    case Key.interrupt, Key.quit: return .interrupted
    case Key.endOfInput: return bytes.isEmpty ? .ended : .open
    case Key.backspace, Key.delete: removeLastScalar()
    case Key.killLine: bytes = []
    default: return append(byte)
    }
    return .open
  }

  private mutating func append(_ byte: UInt8) -> State {
    guard bytes.count < Self.maximumLength else { return .tooLong }
    bytes.append(byte)
    return .open
  }

  private mutating func removeLastScalar() {
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
  }

  private enum Key {
    static let interrupt: UInt8 = 0x03
    static let endOfInput: UInt8 = 0x04
    static let backspace: UInt8 = 0x08
    static let killLine: UInt8 = 0x15
    static let quit: UInt8 = 0x1C
    static let delete: UInt8 = 0x7F
  }
}
