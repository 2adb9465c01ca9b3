/// The SHA-256 of a run of bytes (FIPS 180-4), which names the blob that holds them.
///
/// Its text form is `sha256-` and base64url without padding, 50 characters long. In `Repr-Digest` fields (RFC 9530) the
/// same bytes stand as ``standardBase64``.
public struct Digest: Hashable, Sendable {
  /// How many bytes a digest has.
  public static let byteCount = 32

  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Makes a digest of its 32 bytes; `nil` where there are more or fewer.
  public init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for (index, byte) in bytes.enumerated() {
      switch index >> 3 {
      case 0: words.0 = words.0 << 8 | UInt64(byte)
      case 1: words.1 = words.1 << 8 | UInt64(byte)
      case 2: words.2 = words.2 << 8 | UInt64(byte)
      default: words.3 = words.3 << 8 | UInt64(byte)
      }
    }
    self.words = words
  }

  /// The 32 bytes.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      for index in 0..<Self.byteCount {
        let word =
          switch index >> 3 {
          case 0: words.0
          case 1: words.1
          case 2: words.2
          default: words.3
          }
        buffer[index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (index & 7)))
      }
      count = Self.byteCount
    }
  }

  /// The bytes in padded base64, as structured fields write byte sequences between colons (RFC 9651 §3.3.5).
  public var standardBase64: String { Base64.encode(bytes, as: .standard) }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    String(
      decoding: bytes.flatMap { [Hexadecimal.lowerCaseDigit($0 >> 4), Hexadecimal.lowerCaseDigit($0 & 15)] },
      as: UTF8.self)
  }

  /// Whether two digests are of the same bytes.
  public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  /// Feeds the digest to a hasher; its first eight bytes are as good as all of them.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest: LosslessStringConvertible {
  private static let prefix = "sha256-"

  /// Reads the text form; `nil` for anything else.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let bytes = Base64.decode(text.utf8.dropFirst(Self.prefix.utf8.count), as: .url)
    else { return nil }
    self.init(bytes)
  }

  /// `sha256-` and the bytes in base64url.
  public var description: String { Self.prefix + Base64.encode(bytes, as: .url) }
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
