/// TIFF data as EXIF uses it (TIFF 6.0 §2): directories of tagged values, found by their positions.
///
/// Every position and count in it may be wrong, so every read is checked and gives nothing where it fails.
struct TIFFData {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Takes the data; `nil` where its header is no TIFF header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    guard integer(at: 2, byteCount: 2) == 42 else { return nil }
  }

  /// The directory that the header points to.
  var firstDirectory: TIFFDirectory? { integer(at: 4, byteCount: 4).flatMap(directory) }

  /// The directory at a position.
  func directory(at position: Int) -> TIFFDirectory? {
    integer(at: position, byteCount: 2).map { TIFFDirectory(data: self, start: position + 2, count: $0) }
  }

  /// An unsigned number of up to four bytes.
  func integer(at position: Int, byteCount: Int) -> Int? {
    guard let field = slice(at: position, byteCount: byteCount) else { return nil }
    return isBigEndian ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A run of bytes.
  func slice(at position: Int, byteCount: Int) -> ArraySlice<UInt8>? {
    guard position >= 0, byteCount >= 0, position <= bytes.count, byteCount <= bytes.count - position else {
      return nil
    }
    return bytes[position..<position + byteCount]
  }
}

/// One directory of tagged values.
struct TIFFDirectory {
  let data: TIFFData
  /// The position of the first entry.
  let start: Int
  /// How many entries it says it has; there may be fewer.
  let count: Int

  private static let entrySize = 12
  private static let ascii = 2
  private static let short = 3
  private static let long = 4
  private static let longestText = 64

  /// The first value of a tag that holds whole numbers.
  func integer(_ tag: Int) -> Int? {
    guard let entry = entry(tag), data.integer(at: entry + 4, byteCount: 4) != 0 else { return nil }
    switch data.integer(at: entry + 2, byteCount: 2) {
    case Self.short: return data.integer(at: entry + 8, byteCount: 2)
    case Self.long: return data.integer(at: entry + 8, byteCount: 4)
    default: return nil
    }
  }

  /// The text of a tag that holds a short one, up to its NUL.
  func text(_ tag: Int) -> String? {
    guard let entry = entry(tag), data.integer(at: entry + 2, byteCount: 2) == Self.ascii,
      let count = data.integer(at: entry + 4, byteCount: 4), count <= Self.longestText,
      let position = count <= 4 ? entry + 8 : data.integer(at: entry + 8, byteCount: 4),
      let field = data.slice(at: position, byteCount: count)
    else { return nil }
    return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The position of the tag's entry.
  private func entry(_ tag: Int) -> Int? {
    for index in 0..<count {
      let position = start + index * Self.entrySize
      guard let candidate = data.integer(at: position, byteCount: 2) else { return nil }
      if candidate == tag { return position }
    }
    return nil
  }
}
