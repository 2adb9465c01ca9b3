// SPDX-License-Identifier: Apache-2.0

/// Base64 in its two alphabets (RFC 4648 §4 and §5).
@usableFromInline
package enum Base64 {
  /// The alphabets, each with its rule for padding.
  @usableFromInline
  package enum Alphabet: Sendable {
    /// `+` and `/`, padded with `=` to a multiple of four.
    case standard
    /// `-` and `_`, never padded.
    case url
  }

  /// The text of `bytes`.
  @inlinable
  package static func encode(_ bytes: some Collection<UInt8>, as alphabet: Alphabet) -> String {
    var output: [UInt8] = []
    append(bytes, as: alphabet, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text of `bytes` to `output`.
  @inlinable
  package static func append(_ bytes: some Collection<UInt8>, as alphabet: Alphabet, to output: inout [UInt8]) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { append($0.span, as: alphabet, to: &output) }
    if isDone == nil { append(Array(bytes).span, as: alphabet, to: &output) }
  }

  /// The bytes that `text` stands for; `nil` where it holds a character outside the alphabet, is padded wrongly, or
  /// leaves bits over that are not zero (so that every run of bytes has exactly one text).
  ///
  /// - Parameter isLenient: Lets the padding be left out, and bits that are left over be set, as structured fields do
  ///   (RFC 9651 §4.2.7).
  @inlinable
  package static func decode(
    _ text: some Collection<UInt8>, as alphabet: Alphabet, isLenient: Bool = false
  ) -> [UInt8]? {
    text.withContiguousStorageIfAvailable { decode($0.span, alphabet, isLenient) }
      ?? decode(Array(text).span, alphabet, isLenient)
  }

  /// Hands over, one by one, the bytes that `text` stands for, so that no copy of a secret stays in memory.
  ///
  /// - Returns: `false` where ``decode(_:as:isLenient:)`` gives `nil`; what was handed over then means nothing.
  @inlinable
  package static func decode(_ text: Span<UInt8>, as alphabet: Alphabet, handingTo take: (UInt8) -> Void) -> Bool {
    decode(text, alphabet, false, take)
  }
}

extension Base64 {
  private static let padding = UInt8(ascii: "=")

  @usableFromInline
  static func append(_ bytes: Span<UInt8>, as alphabet: Alphabet, to output: inout [UInt8]) {
    let rest = bytes.count % 3
    output.append(addingCapacity: bytes.count / 3 * 4 + 4) { output in
      for start in stride(from: 0, to: bytes.count - rest, by: 3) {
        let group = UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        append(group, characterCount: 4, alphabet, to: &output)
      }
      guard rest > 0 else { return }
      let second = rest == 2 ? UInt32(bytes[bytes.count - 1]) << 8 : 0
      append(UInt32(bytes[bytes.count - rest]) << 16 | second, characterCount: rest + 1, alphabet, to: &output)
      guard alphabet == .standard else { return }
      for _ in rest..<3 { output.append(padding) }
    }
  }

  private static func append(
    _ group: UInt32, characterCount: Int, _ alphabet: Alphabet, to output: inout OutputSpan<UInt8>
  ) {
    for position in 0..<characterCount {
      output.append(character(of: UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * position)) & 63, alphabet))
    }
  }

  @usableFromInline
  static func decode(_ text: Span<UInt8>, _ alphabet: Alphabet, _ isLenient: Bool) -> [UInt8]? {
    var isValid = false
    var output: [UInt8] = []
    output.append(addingCapacity: text.count / 4 * 3 + 3) { output in
      isValid = decode(text, alphabet, isLenient) { output.append($0) }
    }
    return isValid ? output : nil
  }

  @inlinable
  static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet, _ isLenient: Bool, _ take: (UInt8) -> Void
  ) -> Bool {
    guard let count = characterCount(text, alphabet, isLenient) else { return false }
    var pending: UInt32 = 0
    var bits: UInt32 = 0
    for position in 0..<count {
      let value = value(of: text[position], alphabet)
      guard value < 64 else { return false }
      pending = pending << 6 | UInt32(value)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      take(UInt8(truncatingIfNeeded: pending >> bits))
    }
    return isLenient || pending & ((1 << bits) - 1) == 0
  }

  /// The number of characters before the padding; `nil` where no run of bytes has a text of such a length.
  @usableFromInline
  static func characterCount(_ text: Span<UInt8>, _ alphabet: Alphabet, _ isLenient: Bool) -> Int? {
    var count = text.count
    if alphabet == .standard {
      for _ in 0..<2 where count > 0 && text[count - 1] == padding { count -= 1 }
      guard text.count % 4 == 0 || isLenient && count == text.count else { return nil }
    }
    return count % 4 == 1 ? nil : count
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

  /// The value of a character, and 255 for one outside the alphabet.
  @inlinable
  static func value(of character: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): alphabet == .standard ? 62 : 255
    case UInt8(ascii: "/"): alphabet == .standard ? 63 : 255
    case UInt8(ascii: "-"): alphabet == .url ? 62 : 255
    case UInt8(ascii: "_"): alphabet == .url ? 63 : 255
    default: 255
    }
  }
}
