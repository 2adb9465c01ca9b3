// SPDX-License-Identifier: Apache-2.0

/// An ICC colour profile (ICC.1), of which the name is read.
struct ICCProfile {
  /// The name; `nil` where it has none that can be read.
  let name: String?

  /// The bytes before each part of a profile in JPEG files, followed by the part's number and the number of parts.
  static let mark: [UInt8] = Array("ICC_PROFILE\0".utf8)

  private static let headerSize = 128
  private static let entrySize = 12
  private static let mostTags = 256

  /// Reads a profile, of which the end may be missing.
  init(_ bytes: [UInt8]) { name = Self.name(bytes) }

  private static func name(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= headerSize + 4, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
    var reader = ByteReader(bytes, base: 0)
    do throws(StructureFault) {
      try reader.skip(headerSize)
      for _ in 0..<min(try reader.integer(4), mostTags) {
        let tag = try reader.fourCharacters()
        let (offset, size) = (try reader.integer(4), try reader.integer(4))
        if tag == "desc", offset <= bytes.count, size <= bytes.count - offset {
          return try description(Array(bytes[offset..<offset + size]))
        }
      }
    } catch {}
    return nil
  }

  /// The text of a description, which is ASCII up to version 2 and a list of translations in UTF-16 after it.
  private static func description(_ tag: [UInt8]) throws(StructureFault) -> String? {
    var reader = ByteReader(tag, base: 0)
    let type = try reader.fourCharacters()
    try reader.skip(4)
    let count = try reader.integer(4)
    switch type {
    case "desc": return MetadataText.text(tag.dropFirst(12).prefix(count))
    case "mluc":
      guard count > 0 else { return nil }
      try reader.skip(4 + 4)
      let (length, offset) = (try reader.integer(4), try reader.integer(4))
      guard offset <= tag.count, length <= tag.count - offset else { return nil }
      let bytes = Array(tag[offset..<offset + length].prefix(256))
      let units = stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return MetadataText.cleaned(String(decoding: units, as: UTF16.self))
    default: return nil
    }
  }
}
