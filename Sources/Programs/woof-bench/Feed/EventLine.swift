// SPDX-License-Identifier: Apache-2.0

import WoofModel

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
