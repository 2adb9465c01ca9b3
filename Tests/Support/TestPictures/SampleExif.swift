// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes EXIF data with the tags that are asked for.
struct SampleExif {
  var isBigEndian = true
  var orientation: Int?
  var dateTimeOriginal: String?
  var offsetTimeOriginal: String?
  var subSecondTimeOriginal: String?

  private struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// Four bytes, or more that are put elsewhere.
    var value: [UInt8]
  }

  var bytes: [UInt8] {
    let start = 8
    let main = mainEntries(exifDirectory: 0)
    let exifStart = start + Self.size(of: main)
    let header: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] : [0x49, 0x49, 42, 0, 8, 0, 0, 0]
    return header + directory(mainEntries(exifDirectory: exifStart), at: start) + directory(exifEntries, at: exifStart)
  }

  func number16(_ number: Int) -> [UInt8] { isBigEndian ? .big16(number) : .little16(number) }
  func number32(_ number: Int) -> [UInt8] { isBigEndian ? .big32(number) : .little32(number) }

  private func mainEntries(exifDirectory: Int) -> [Entry] {
    var entries: [Entry] = []
    if let orientation {
      entries.append(Entry(tag: 0x0112, type: 3, count: 1, value: number16(orientation) + [0, 0]))
    }
    entries.append(Entry(tag: 0x8769, type: 4, count: 1, value: number32(exifDirectory)))
    return entries
  }

  private var exifEntries: [Entry] {
    let texts = [(0x9003, dateTimeOriginal), (0x9011, offsetTimeOriginal), (0x9291, subSecondTimeOriginal)]
    return texts.compactMap { tag, text in
      text.map { text in
        let value = [UInt8].text(text) + [0]
        let padding = [UInt8](repeating: 0, count: max(0, 4 - value.count))
        return Entry(tag: tag, type: 2, count: value.count, value: value + padding)
      }
    }
  }

  private static func size(of entries: [Entry]) -> Int {
    entries.reduce(2 + 12 * entries.count + 4) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
  }

  private func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
    var head = number16(entries.count)
    var values: [UInt8] = []
    let valuesStart = start + 2 + 12 * entries.count + 4
    for entry in entries {
      head += number16(entry.tag) + number16(entry.type) + number32(entry.count)
      if entry.value.count > 4 {
        head += number32(valuesStart + values.count)
        values += entry.value
      } else {
        head += entry.value
      }
    }
    return head + number32(0) + values
  }
}
