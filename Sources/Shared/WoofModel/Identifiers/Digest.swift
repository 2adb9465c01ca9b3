// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The SHA-256 of a run of bytes (FIPS 180-4), which names the blob that holds them.
///
/// Its text form is `sha256-` and base64url without padding, 50 characters long. In `Repr-Digest` fields (RFC 9530) the
/// same bytes stand as ``standardBase64``.
public struct Digest: Hashable, Sendable {
  /// The length of a digest, in bytes.
  public static let byteCount = 32

  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Makes a digest of its 32 bytes; `nil` where there are more or fewer.
  @inlinable
  public init?(_ bytes: some Collection<UInt8>) {
    let digest =
      bytes.withContiguousStorageIfAvailable { Digest(span: $0.span) }
      ?? Array(bytes).withUnsafeBufferPointer { Digest(span: $0.span) }
    guard let digest else { return nil }
    self = digest
  }

  init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  @usableFromInline
  init?(span bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    func word(at start: Int) -> UInt64 {
      var word: UInt64 = 0
      for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
      return word
    }
    words = (word(at: 0), word(at: 8), word(at: 16), word(at: 24))
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: Self.byteCount) { output in
      Self.append(words.0, to: &output)
      Self.append(words.1, to: &output)
      Self.append(words.2, to: &output)
      Self.append(words.3, to: &output)
    }
    return bytes
  }

  /// The bytes in padded base64, as structured fields write byte sequences between colons (RFC 9651 §3.3.5).
  public var standardBase64: String { Base64.encode(bytes, as: .standard) }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    var text: [UInt8] = []
    text.append(addingCapacity: 2 * Self.byteCount) { output in
      Hexadecimal.append(words.0, digitCount: 16, to: &output)
      Hexadecimal.append(words.1, digitCount: 16, to: &output)
      Hexadecimal.append(words.2, digitCount: 16, to: &output)
      Hexadecimal.append(words.3, digitCount: 16, to: &output)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ word: UInt64, to output: inout OutputSpan<UInt8>) {
    for index in 0..<8 { output.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index))) }
  }

  /// Returns `true` if all 32 bytes of the two digests are equal.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Feeds the digest to a hasher; its first eight bytes are as good as all of them.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest: LosslessStringConvertible {
  private static let prefix = "sha256-"

  /// Reads the text form; `nil` for anything else.
  public init?(_ text: String) {
    guard text.utf8.starts(with: Self.prefix.utf8),
      let bytes = Base64.decode(text.utf8.dropFirst(Self.prefix.utf8.count), as: .url)
    else { return nil }
    self.init(bytes)
  }

  /// `sha256-` and the bytes in base64url, 50 characters long.
  public var description: String {
    var text: [UInt8] = []
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text form to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.prefix.utf8)
    Base64.append(self.bytes, as: .url, to: &bytes)
  }
}

extension Digest: Codable {
  /// Reads the digest from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is no digest.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = Digest(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a sha256 digest: \(text)")
    }
    self = digest
  }

  /// Writes the digest as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
