// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// Base64 in its two alphabets (RFC 4648 §4 and §5).
@available(*, deprecated, message: "Base64 is no part of the client's API; use Foundation's Data.")
public enum Base64 {
  /// The alphabets, each with its rule for padding.
  public enum Alphabet: Sendable {
    /// `+` and `/`, padded with `=` to a multiple of four.
    case standard
    /// `-` and `_`, never padded.
    case url
  }

  /// The text of `bytes`.
  public static func encode(_ bytes: some Collection<UInt8>, as alphabet: Alphabet) -> String {
    WoofSystem.Base64.encode(bytes, as: alphabet == .url ? .url : .standard)
  }

  /// Appends the text of `bytes` to `output`.
  public static func append(_ bytes: some Collection<UInt8>, as alphabet: Alphabet, to output: inout [UInt8]) {
    WoofSystem.Base64.append(bytes, as: alphabet == .url ? .url : .standard, to: &output)
  }

  /// The bytes that `text` stands for; `nil` where it holds a character outside the alphabet, is padded wrongly, or
  /// leaves bits over that are not zero.
  public static func decode(_ text: some Collection<UInt8>, as alphabet: Alphabet) -> [UInt8]? {
    WoofSystem.Base64.decode(text, as: alphabet == .url ? .url : .standard)
  }
}
