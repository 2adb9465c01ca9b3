// SPDX-License-Identifier: Apache-2.0

/// The second byte of a marker (ITU-T T.81, table B.1).
struct JPEGMarker: RawRepresentable, Hashable {
  let rawValue: UInt8

  static let progressiveFrame = JPEGMarker(rawValue: 0xC2)
  static let huffmanTables = JPEGMarker(rawValue: 0xC4)
  static let arithmeticConditioning = JPEGMarker(rawValue: 0xCC)
  static let endOfImage = JPEGMarker(rawValue: 0xD9)
  static let startOfScan = JPEGMarker(rawValue: 0xDA)
  static let quantizationTables = JPEGMarker(rawValue: 0xDB)
  static let restartInterval = JPEGMarker(rawValue: 0xDD)
  static let application0 = JPEGMarker(rawValue: 0xE0)
  static let application1 = JPEGMarker(rawValue: 0xE1)
  static let application2 = JPEGMarker(rawValue: 0xE2)
  static let application13 = JPEGMarker(rawValue: 0xED)
  static let application14 = JPEGMarker(rawValue: 0xEE)
  static let comment = JPEGMarker(rawValue: 0xFE)
  /// A byte that may stand before a marker's any number of times.
  static let fill = JPEGMarker(rawValue: 0xFF)

  /// The zero that follows a byte 0xFF in the data of a scan, to show that the byte does not begin a marker.
  static let stuffing = JPEGMarker(rawValue: 0)

  /// `true` if the marker starts a frame, whatever the coding process.
  var isFrame: Bool {
    (0xC0...0xCF).contains(rawValue) && self != .huffmanTables && rawValue != 0xC8 && rawValue != 0xCC
  }

  /// `true` if the marker's segment may stand anywhere before a scan: tables, restart intervals, application data,
  /// comments.
  var isMiscellaneous: Bool {
    switch self {
    case .huffmanTables, .quantizationTables, .restartInterval, .arithmeticConditioning, .comment: true
    default: (0xE0...0xEF).contains(rawValue)
    }
  }

  /// `true` if the marker's segment is an application's or a comment.
  var isAncillary: Bool { (0xE0...0xEF).contains(rawValue) || self == .comment }

  /// A segment of the marker with this content, of at most 65,533 bytes.
  func segment(_ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, rawValue, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// `true` if the marker may stand amid the data of a scan: a stuffed zero, or a restart marker.
  var isPartOfScan: Bool { self == .stuffing || (0xD0...0xD7).contains(rawValue) }
}

extension JPEGMarker: CustomStringConvertible {
  /// The marker as four hexadecimal digits, such as `FFD8`.
  var description: String { "FF" + (rawValue < 16 ? "0" : "") + String(rawValue, radix: 16, uppercase: true) }
}
