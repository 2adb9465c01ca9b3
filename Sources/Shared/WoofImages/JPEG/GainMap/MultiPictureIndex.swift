/// The index of the pictures in a JPEG file of several (CIPA DC-007), which stands in the first one.
struct MultiPictureIndex {
  /// The offsets of the pictures but the first, in bytes from the header of the index on, ascending and each once.
  let offsets: [Int]

  /// The mark of the segment, before the index, which is TIFF data.
  static let mark: [UInt8] = Array("MPF\0".utf8)

  private enum Tag {
    static let version = 0xB000
    static let count = 0xB001
    static let entries = 0xB002
  }

  private static let entrySize = 16
  private static let mostPictures = 4
  /// The attribute of the picture that is shown by those who know of no other.
  private static let primaryPicture = 0x0003_0000

  /// Reads an index, with its mark; `nil` where it is none. Of many pictures the first four are looked at.
  init?(_ content: [UInt8]) {
    guard content.starts(with: Self.mark), let tiff = TIFFData(Array(content.dropFirst(Self.mark.count))),
      let entries = tiff.firstDirectory?.undefined(Tag.entries)
    else { return nil }
    let starts = stride(from: entries.startIndex + Self.entrySize, to: entries.endIndex, by: Self.entrySize)
    offsets = Set(starts.prefix(Self.mostPictures).compactMap { tiff.integer(at: $0 + 8, byteCount: 4) }).sorted()
  }

  /// The content of an index of two pictures, with its mark; always of the same length.
  ///
  /// - Parameters:
  ///   - first: The length of the first picture in bytes.
  ///   - second: The number of bytes of the second picture.
  ///   - offset: The distance from the header of the index to the second picture.
  static func content(first: Int, second: Int, at offset: Int) -> [UInt8] {
    let entriesStart = 8 + 2 + 3 * 12 + 4
    let head = mark + [0x4D, 0x4D, 0, 42] + number(8) + number(3, 2)
    let version = number(Tag.version, 2) + number(7, 2) + number(4) + Array("0100".utf8)
    let count = number(Tag.count, 2) + number(4, 2) + number(1) + number(2)
    let place = number(Tag.entries, 2) + number(7, 2) + number(2 * entrySize) + number(entriesStart)
    let firstEntry = number(primaryPicture) + number(first) + number(0) + number(0)
    let secondEntry = number(0) + number(second) + number(offset) + number(0)
    return head + version + count + place + number(0) + firstEntry + secondEntry
  }

  private static func number(_ number: Int, _ byteCount: Int = 4) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * (byteCount - 1 - $0))) }
  }
}
