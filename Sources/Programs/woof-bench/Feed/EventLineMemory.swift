// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofModel

/// A memory of the stream's lines, which thousands of subscribers get in the same order, so that each is parsed only
/// once.
struct EventLineMemory {
  /// A line with its parsed members.
  struct Entry {
    let bytes: [UInt8]
    /// The index of the photo.
    let photo: Int
    let version: Int64
    let favouriteCount: Int64
    /// The time at which the change behind it was requested, in nanoseconds; 0 if this program did not request it.
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

  /// Returns the index of a line's entry; `nil` for lines that are not about the photos.
  ///
  /// - Parameters:
  ///   - expected: The index that it probably has.
  ///   - sentAt: A closure that returns the time at which the change that gave a photo a version was requested.
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

/// The members of a line of the live stream that this program needs.
struct EventLine: Equatable {
  let photo: PhotoID
  let version: Int64
  let favouriteCount: Int64

  private static let idMark = Array("\"id\":\"".utf8)
  private static let versionMark = Array("\"version\":".utf8)
  private static let countMark = Array("\"favouriteCount\":".utf8)

  /// Reads a line; `nil` if it is empty, as keep-alive lines are, or lacks one of the members.
  init?(_ line: ArraySlice<UInt8>) {
    guard let id = line.firstOffset(of: Self.idMark),
      let photo = PhotoID(utf8: line.dropFirst(id + Self.idMark.count).prefix(36)),
      let version = Self.number(after: Self.versionMark, in: line),
      let count = Self.number(after: Self.countMark, in: line)
    else { return nil }
    (self.photo, self.version, favouriteCount) = (photo, version, count)
  }

  private static func number(after mark: [UInt8], in line: ArraySlice<UInt8>) -> Int64? {
    guard let offset = line.firstOffset(of: mark) else { return nil }
    let digits = line.dropFirst(offset + mark.count).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
