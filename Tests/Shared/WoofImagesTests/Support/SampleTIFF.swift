// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes TIFF data with whatever tags, in three directories.
struct SampleTIFF {
  enum Value {
    case text(String)
    case bytes([UInt8])
    case short(Int)
    case rationals([(Int, Int)])
    case signedRationals([(Int, Int)])
    /// Bytes of the kind "undefined".
    case undefined([UInt8])
  }

  var isBigEndian = true
  var main: [(tag: Int, value: Value)] = []
  var exif: [(tag: Int, value: Value)] = []
  var location: [(tag: Int, value: Value)] = []

  private func number(_ number: Int, _ byteCount: Int) -> [UInt8] {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * (byteCount - 1 - $0))) }
    return isBigEndian ? bytes : bytes.reversed()
  }

  var bytes: [UInt8] {
    let header = (isBigEndian ? [UInt8].text("MM") : .text("II")) + number(42, 2) + number(8, 4)
    func links(_ exifStart: Int, _ locationStart: Int) -> [(tag: Int, kind: Int, count: Int, content: [UInt8])] {
      main.map(encoded) + [(0x8769, 4, 1, number(exifStart, 4)), (0x8825, 4, 1, number(locationStart, 4))]
    }
    let mainSize = directory(links(0, 0), at: 8).count
    let exifPart = directory(exif.map(encoded), at: 8 + mainSize)
    let locationStart = 8 + mainSize + exifPart.count
    return header + directory(links(8 + mainSize, locationStart), at: 8) + exifPart
      + directory(location.map(encoded), at: locationStart)
  }

  private func encoded(_ entry: (tag: Int, value: Value)) -> (tag: Int, kind: Int, count: Int, content: [UInt8]) {
    switch entry.value {
    case .text(let text): (entry.tag, 2, text.utf8.count + 1, .text(text) + [0])
    case .bytes(let bytes): (entry.tag, 1, bytes.count, bytes)
    case .undefined(let bytes): (entry.tag, 7, bytes.count, bytes)
    case .short(let short): (entry.tag, 3, 1, number(short, 2))
    case .signedRationals(let rationals):
      (entry.tag, 10, rationals.count, rationals.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .rationals(let rationals):
      (entry.tag, 5, rationals.count, rationals.flatMap { number($0.0, 4) + number($0.1, 4) })
    }
  }

  private func directory(_ entries: [(tag: Int, kind: Int, count: Int, content: [UInt8])], at start: Int) -> [UInt8] {
    let valuesStart = start + 2 + 12 * entries.count + 4
    var (head, values) = (number(entries.count, 2), [UInt8]())
    for entry in entries {
      head += number(entry.tag, 2) + number(entry.kind, 2) + number(entry.count, 4)
      if entry.content.count > 4 {
        head += number(valuesStart + values.count, 4)
        values += entry.content
      } else {
        head += entry.content + [UInt8](repeating: 0, count: 4 - entry.content.count)
      }
    }
    return head + number(0, 4) + values
  }

  /// What a phone writes: where it was, which one it is, and notes of its maker.
  static let telling = SampleTIFF(
    main: [
      (0x010E, .text("Bella in the snow")), (0x010F, .text("Woof Optics")), (0x0110, .text("Retriever 3")),
      (0x0112, .short(6)), (0x013B, .text("A. Dogwalker")), (0x8298, .text("2026 A. Dogwalker")),
    ],
    exif: [
      (0x9003, .text("2026:05:01 12:00:00")), (0x9011, .text("+02:00")), (0x9291, .text("250")),
      (0x927C, .undefined([UInt8](repeating: 0x77, count: 40))), (0xA431, .text("SERIAL-4711")),
      (0xA434, .text("Fetch 50mm")), (0xA435, .text("LENS-0815")),
    ],
    location: [
      (0x0001, .text("S")), (0x0002, .rationals([(33, 1), (51, 1), (3150, 100)])), (0x0003, .text("E")),
      (0x0004, .rationals([(151, 1), (12, 1), (0, 1)])), (0x0005, .bytes([1])), (0x0006, .rationals([(25, 2)])),
    ])
}
