// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Writes EXIF data (CIPA DC-008): a TIFF file of directories, the high byte first.
struct ExifWriter {
  private struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let value: [UInt8]

    static func ascii(_ tag: Int, _ text: String) -> Entry {
      let value = Array(text.utf8) + [0]
      return Entry(tag: tag, type: 2, count: value.count, value: value)
    }
    static func short(_ tag: Int, _ number: Int) -> Entry {
      Entry(tag: tag, type: 3, count: 1, value: .big16(number))
    }
    static func long(_ tag: Int, _ number: Int) -> Entry { Entry(tag: tag, type: 4, count: 1, value: .big32(number)) }
    /// An angle as degrees, minutes and seconds.
    static func angle(_ tag: Int, _ degrees: Double) -> Entry {
      let thousandths = Int((min(180, abs(degrees)) * 3_600_000).rounded())
      let parts = [(thousandths / 3_600_000, 1), (thousandths / 60_000 % 60, 1), (thousandths % 60_000, 1000)]
      return Entry(tag: tag, type: 5, count: 3, value: parts.flatMap { [UInt8].big32($0.0) + .big32($0.1) })
    }
  }

  private static let start = 8
  private let metadata: DrawnPicture.Metadata

  init(_ metadata: DrawnPicture.Metadata) { self.metadata = metadata }

  var bytes: [UInt8] {
    // The main directory has the same size whatever its pointers say, so it is measured with none.
    let exifStart = Self.start + Self.size(of: main(exif: 0, location: 0))
    let locationStart = exifStart + Self.size(of: exif)
    let head: [UInt8] = [0x4D, 0x4D, 0, 42] + .big32(Self.start)
    return head + Self.directory(main(exif: exifStart, location: locationStart), at: Self.start)
      + Self.directory(exif, at: exifStart) + Self.directory(location, at: locationStart)
  }

  private func main(exif: Int, location: Int) -> [Entry] {
    var entries: [Entry] = []
    if let make = metadata.make { entries.append(.ascii(0x010F, make)) }
    if let model = metadata.model { entries.append(.ascii(0x0110, model)) }
    if let orientation = metadata.orientation { entries.append(.short(0x0112, orientation)) }
    entries.append(.long(0x8769, exif))
    if !self.location.isEmpty { entries.append(.long(0x8825, location)) }
    return entries
  }

  private var exif: [Entry] {
    var entries = [Entry(tag: 0x9000, type: 7, count: 4, value: Array("0232".utf8))]
    guard let text = metadata.takenAt?.description else { return entries }
    let date = text.prefix(10).replacing("-", with: ":")
    entries.append(.ascii(0x9003, "\(date) \(text.dropFirst(11).prefix(8))"))
    entries.append(.ascii(0x9011, "+00:00"))
    entries.append(.ascii(0x9291, String(text.dropFirst(20).prefix(3))))
    return entries
  }

  private var location: [Entry] {
    guard let latitude = metadata.latitude, let longitude = metadata.longitude else { return [] }
    return [
      Entry(tag: 0, type: 1, count: 4, value: [2, 3, 0, 0]), .ascii(1, latitude < 0 ? "S" : "N"), .angle(2, latitude),
      .ascii(3, longitude < 0 ? "W" : "E"), .angle(4, longitude),
    ]
  }

  private static func size(of entries: [Entry]) -> Int {
    guard !entries.isEmpty else { return 0 }
    return entries.reduce(2 + 12 * entries.count + 4) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
  }

  private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    var head = [UInt8].big16(entries.count)
    var values: [UInt8] = []
    let valuesStart = start + 2 + 12 * entries.count + 4
    for entry in entries {
      head += .big16(entry.tag) + .big16(entry.type) + .big32(entry.count)
      if entry.value.count > 4 {
        head += .big32(valuesStart + values.count)
        values += entry.value
      } else {
        head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      }
    }
    return head + .big32(0) + values
  }
}
