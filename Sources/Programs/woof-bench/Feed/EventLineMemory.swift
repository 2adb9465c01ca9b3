import Glibc
import WoofModel

/// Remembers the lines of the stream, which thousands of subscribers get in the same order, so that each is read once.
struct EventLineMemory {
  /// A line and what it says.
  struct Entry {
    let bytes: [UInt8]
    /// The index of the photo.
    let photo: Int
    let version: Int64
    let favouriteCount: Int64
    /// When the change that it tells of was asked for, in nanoseconds; 0 where that was not this program's doing.
    let sentAt: UInt64
  }

  private struct Key: Hashable {
    var photo: Int
    var version: Int64
  }

  private let photoIndices: [PhotoID: Int]
  private(set) var entries: [Entry] = []
  private var indices: [Key: Int] = [:]

  init(photos: [PhotoID]) {
    photoIndices = Dictionary(uniqueKeysWithValues: photos.enumerated().map { ($1, $0) })
  }

  /// The index of a line's entry; `nil` for lines that tell nothing of the photos.
  ///
  /// - Parameters:
  ///   - expected: The index that it probably has.
  ///   - sentAt: When the change that gave a photo a version was asked for.
  mutating func index(
    of line: ArraySlice<UInt8>, expected: Int, sentAt: (_ photo: Int, _ version: Int64) -> UInt64
  ) -> Int? {
    if expected < entries.count, Self.isSame(line, entries[expected].bytes) { return expected }
    guard let event = EventLine(line), let photo = photoIndices[event.photo] else { return nil }
    let key = Key(photo: photo, version: event.version)
    if let index = indices[key] { return index }
    entries.append(
      Entry(
        bytes: Array(line), photo: photo, version: event.version, favouriteCount: event.favouriteCount,
        sentAt: sentAt(photo, event.version)))
    indices[key] = entries.count - 1
    return entries.count - 1
  }

  private static func isSame(_ line: ArraySlice<UInt8>, _ other: [UInt8]) -> Bool {
    guard line.count == other.count else { return false }
    return line.withUnsafeBytes { line in
      other.withUnsafeBytes { other in
        guard let left = line.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, line.count) == 0
      }
    }
  }
}
