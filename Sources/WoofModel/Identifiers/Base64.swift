/// Base64 in its two alphabets (RFC 4648 §4 and §5).
public enum Base64 {
  /// Which 64 characters stand for the values, and whether the text is padded.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded with `=` to a multiple of four.
    case standard
    /// `-` and `_`, never padded.
    case url
  }

  /// The text of `bytes`.
  public static func encode(_ bytes: some Collection<UInt8>, as alphabet: Alphabet) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    append(bytes, as: alphabet, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text of `bytes` to `output`.
  public static func append(_ bytes: some Collection<UInt8>, as alphabet: Alphabet, to output: inout [UInt8]) {
    var pending: UInt32 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        output.append(character(of: UInt8(truncatingIfNeeded: pending >> UInt32(bits)) & 63, alphabet))
      }
    }
    if bits > 0 { output.append(character(of: UInt8(truncatingIfNeeded: pending << UInt32(6 - bits)) & 63, alphabet)) }
    guard alphabet == .standard else { return }
    for _ in 0..<((3 - bytes.count % 3) % 3) { output.append(UInt8(ascii: "=")) }
  }

  /// The bytes that `text` stands for; `nil` where it holds a character outside the alphabet, is padded wrongly, or
  /// leaves bits over that are not zero (so that every run of bytes has exactly one text).
  public static func decode(_ text: some Collection<UInt8>, as alphabet: Alphabet) -> [UInt8]? {
    var characters = text[...]
    if alphabet == .standard {
      guard text.count % 4 == 0 else { return nil }
      for _ in 0..<2 where characters.reversed().first == UInt8(ascii: "=") { characters = characters.dropLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(characters.count / 4 * 3 + 2)
    var pending: UInt32 = 0
    var bits = 0
    for character in characters {
      guard let value = value(of: character, alphabet) else { return nil }
      pending = pending << 6 | UInt32(value)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      output.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
    }
    guard pending & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return output
  }

  private static func character(of value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }

  private static func value(of character: UInt8, _ alphabet: Alphabet) -> UInt8? {
    switch (character, alphabet) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): character - UInt8(ascii: "A")
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): character - UInt8(ascii: "a") + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): character - UInt8(ascii: "0") + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .url): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .url): 63
    default: nil
    }
  }
}
