// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A digest of a set: the sum of the hashes of its elements modulo 2^256, so that an element is added or taken out
/// without the others being looked at (Bellare and Micciancio, "A New Paradigm for Collision-free Hashing", 1997, AdHash).
///
/// It shows accidents, such as a photo that was missed or applied twice. It is no signature: who may choose the elements
/// can find two sets with the same sum.
public struct ViewDigest: Hashable, Sendable {
  /// The sum, the most significant word first.
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// Makes the digest of the empty set.
  public init() { words = (0, 0, 0, 0) }

  /// The length of a hash in bytes.
  private static let byteCount = 32

  /// Adds an element.
  ///
  /// - Parameter hash: The SHA-256 of the element (``ViewElement/bytes``): 32 bytes, or nothing is added.
  public mutating func add(hash: some Collection<UInt8>) {
    guard let element = ViewDigest(bytes: hash) else { return }
    self += element
  }

  /// Takes out an element that was added.
  ///
  /// - Parameter hash: As for ``add(hash:)``.
  public mutating func remove(hash: some Collection<UInt8>) {
    guard let element = ViewDigest(bytes: hash) else { return }
    self -= element
  }

  /// Adds the elements of another set.
  public static func += (left: inout ViewDigest, right: ViewDigest) {
    var carry: UInt64 = 0
    left.words.3 = sum(left.words.3, right.words.3, &carry)
    left.words.2 = sum(left.words.2, right.words.2, &carry)
    left.words.1 = sum(left.words.1, right.words.1, &carry)
    left.words.0 = sum(left.words.0, right.words.0, &carry)
  }

  /// Takes out the elements of another set.
  public static func -= (left: inout ViewDigest, right: ViewDigest) {
    // The complement of a number to 2^256 is what its inverted bits have one less of.
    var carry: UInt64 = 1
    left.words.3 = sum(left.words.3, ~right.words.3, &carry)
    left.words.2 = sum(left.words.2, ~right.words.2, &carry)
    left.words.1 = sum(left.words.1, ~right.words.1, &carry)
    left.words.0 = sum(left.words.0, ~right.words.0, &carry)
  }

  /// The digest of two sets that have nothing in common.
  public static func + (left: ViewDigest, right: ViewDigest) -> ViewDigest {
    var result = left
    result += right
    return result
  }

  private static func sum(_ left: UInt64, _ right: UInt64, _ carry: inout UInt64) -> UInt64 {
    let (partial, overflows) = left.addingReportingOverflow(right)
    let (sum, carries) = partial.addingReportingOverflow(carry)
    carry = overflows || carries ? 1 : 0
    return sum
  }

  /// Two digests are equal where their sums are.
  public static func == (left: ViewDigest, right: ViewDigest) -> Bool { left.words == right.words }

  /// Feeds the sum to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension ViewDigest {
  /// Reads a digest from its 32 bytes, the most significant first; `nil` for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    // Other modules call this without a specialization, where each byte by itself takes a hundred times as long.
    let words = bytes.withContiguousStorageIfAvailable { Self.words(of: $0) }
    guard let words = words ?? Array(bytes).withUnsafeBufferPointer({ Self.words(of: $0) }) else { return nil }
    self.words = words
  }

  private static func words(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, UInt64, UInt64)? {
    guard bytes.count == byteCount else { return nil }
    func word(_ number: Int) -> UInt64 {
      bytes[number * 8..<number * 8 + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return (word(0), word(1), word(2), word(3))
  }

  /// The 32 bytes of the sum, the most significant first.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(word: words.0)
    bytes.append(word: words.1)
    bytes.append(word: words.2)
    bytes.append(word: words.3)
    return bytes
  }
}

extension ViewDigest: LosslessStringConvertible, Codable {
  /// Reads the text form, 43 characters of base64url without padding; `nil` for anything else.
  public init?(_ text: String) {
    guard let bytes = Base64.decode(text.utf8, as: .url), let digest = ViewDigest(bytes: bytes),
      digest.description == text
    else { return nil }
    self = digest
  }

  /// The 32 bytes in base64url without padding, as the wire contract has them.
  public var description: String { Base64.encode(bytes, as: .url) }

  /// Reads a digest from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is no digest.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let digest = ViewDigest(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no digest of a view: \(text)")
    }
    self = digest
  }

  /// Writes the digest as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// An element of the set of everything that an account sees.
public enum ViewElement: Hashable, Sendable {
  /// A photo that is not deleted and that the account finds, in a version.
  case photo(PhotoID, version: Int64)
  /// The fact that such a photo is a favourite of the account. It has no version, so that a like of somebody else does not
  /// change it.
  case favourite(PhotoID)

  /// The bytes that are hashed: `p` or `f`, the 16 bytes of the id, and of a photo the version in eight bytes. All numbers
  /// have their most significant byte first.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(25)
    switch self {
    case .photo(let id, let version):
      bytes.append(UInt8(ascii: "p"))
      bytes.append(word: id.high)
      bytes.append(word: id.low)
      bytes.append(word: UInt64(bitPattern: version))
    case .favourite(let id):
      bytes.append(UInt8(ascii: "f"))
      bytes.append(word: id.high)
      bytes.append(word: id.low)
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends the eight bytes of a word, the most significant first.
  fileprivate mutating func append(word: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }
}
