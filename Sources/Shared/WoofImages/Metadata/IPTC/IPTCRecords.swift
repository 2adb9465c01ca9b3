// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The data sets of an IPTC-NAA record (IPTC-IIM 4.2) that are kept.
struct IPTCRecords {
  private var texts: [Int: [String]] = [:]

  private enum DataSet {
    static let title = 5
    static let keywords = 25
    static let dateCreated = 55
    static let timeCreated = 60
    static let creator = 80
    static let copyright = 116
    static let caption = 120
    static let all: Set<Int> = [title, keywords, dateCreated, timeCreated, creator, copyright, caption]
  }

  private static let marker: UInt8 = 0x1C
  private static let applicationRecord: UInt8 = 2
  private static let mostValues = 64

  /// Reads data sets up to the first that is damaged or of a length that needs more than two bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 5, rest.first == Self.marker {
      let first = rest.startIndex
      let (record, dataSet) = (rest[first + 1], Int(rest[first + 2]))
      let size = Int(rest[first + 3]) << 8 | Int(rest[first + 4])
      guard size < 0x8000, size <= rest.count - 5 else { return }
      if record == Self.applicationRecord, DataSet.all.contains(dataSet) {
        add(rest.dropFirst(5).prefix(size), to: dataSet)
      }
      rest = rest.dropFirst(5 + size)
    }
  }

  private mutating func add(_ content: ArraySlice<UInt8>, to dataSet: Int) {
    guard texts[dataSet, default: []].count < Self.mostValues, let text = MetadataText.text(content) else { return }
    texts[dataSet, default: []].append(text)
  }

  private func first(_ dataSet: Int) -> String? { texts[dataSet]?.first }

  /// The date at which the picture came to be, to the day where no time is stated that can be read.
  var originalDate: StatedDate? {
    guard let date = first(DataSet.dateCreated).map({ Array($0.utf8) }), date.count == 8 else { return nil }
    func part(_ bytes: [UInt8], _ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let day = "\(part(date, 0..<4))-\(part(date, 4..<6))-\(part(date, 6..<8))"
    guard let time = first(DataSet.timeCreated).map({ Array($0.utf8) }), time.count >= 6 else {
      return StatedDate(xmp: day)
    }
    let clock = "\(part(time, 0..<2)):\(part(time, 2..<4)):\(part(time, 4..<6))"
    let offset = time.count == 11 ? "\(part(time, 6..<9)):\(part(time, 9..<11))" : ""
    return StatedDate(xmp: "\(day)T\(clock)\(offset)") ?? StatedDate(xmp: day)
  }

  /// The title, summary, creator, copyright notice and keywords that the data sets state.
  var annotations: PhotoAnnotations {
    PhotoAnnotations(
      title: first(DataSet.title), summary: first(DataSet.caption), creator: first(DataSet.creator),
      copyright: first(DataSet.copyright), keywords: texts[DataSet.keywords] ?? [])
  }
}
