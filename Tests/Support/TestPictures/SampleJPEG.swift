// SPDX-License-Identifier: Apache-2.0

import Synchronization

@testable import TestKit

/// Writes small JPEG files: every block is the same grey, two bits long.
struct SampleJPEG {
  var width = 16
  var height = 16
  var frame: UInt8 = 0xC0
  var precision: UInt8 = 8
  /// Identifier and sampling factors of each component.
  var components: [(identifier: UInt8, sampling: UInt8)] = [(1, 0x11)]
  /// Segments before the tables, each with its marker.
  var segments: [(marker: UInt8, content: [UInt8])] = []
  var scanCount = 1
  /// The data of each scan, if not what the picture takes.
  var scanData: [UInt8]?
  var scanParameters: [UInt8] = [0, 63, 0]
  /// The parameters of a scan after these, of the first component, if there is one.
  var lastScanParameters: [UInt8]?
  var tail: [UInt8] = []

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for segment in segments { bytes += Self.segment(segment.marker, segment.content) }
    bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += frameSegment
    bytes += Self.segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 16))
    bytes += Self.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 16))
    for _ in 0..<scanCount { bytes += scanSegment + (scanData ?? plainScanData) }
    if let parameters = lastScanParameters {
      bytes += Self.segment(0xDA, [1, components[0].identifier, 0] + parameters) + plainScanData
    }
    return bytes + [0xFF, 0xD9] + tail
  }

  var frameSegment: [UInt8] {
    var content = [precision] + .big16(height) + .big16(width) + [UInt8(components.count)]
    for component in components { content += [component.identifier, component.sampling, 0] }
    return Self.segment(frame, content)
  }

  var scanSegment: [UInt8] {
    let selected: [UInt8] = components.flatMap { [$0.identifier, 0] as [UInt8] }
    return Self.segment(0xDA, joined([UInt8(components.count)], selected, scanParameters))
  }

  var plainScanData: [UInt8] {
    let blocks = ((width + 7) / 8) * ((height + 7) / 8) * components.count
    return [UInt8](repeating: 0, count: (blocks * 2 + 7) / 8)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + .big16(content.count + 2) + content
  }

  private static let count = Atomic(0)

  /// One that is unlike all others of this process.
  static func next() -> [UInt8] { withComment("picture \(count.add(1, ordering: .relaxed).newValue)") }

  /// One with a comment, by which pictures are told apart.
  static func withComment(_ comment: String, width: Int = 16, height: Int = 16) -> [UInt8] {
    SampleJPEG(width: width, height: height, segments: [(0xFE, .text(comment))]).bytes
  }

  /// One of about so many bytes, of which no two parts are alike.
  static func large(byteCount: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var segments: [(marker: UInt8, content: [UInt8])] = []
    while segments.count * 60_000 < byteCount {
      segments.append((0xFE, (0..<7_500).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }))
    }
    return SampleJPEG(segments: segments).bytes
  }

  /// One with EXIF data.
  static func withExif(_ exif: SampleExif, width: Int = 16, height: Int = 8) -> [UInt8] {
    SampleJPEG(width: width, height: height, segments: [(0xE1, .text("Exif\0\0") + exif.bytes)]).bytes
  }

  static let progressive = SampleJPEG(
    frame: 0xC2, scanCount: 2, scanParameters: [0, 0, 0], lastScanParameters: [1, 63, 0])

  /// One with three components, an application segment, fill bytes, a comment, stuffed zeros and restart markers.
  static let rich = SampleJPEG(
    components: [(1, 0x22), (2, 0x11), (3, 0x11)],
    segments: [(0xE0, .text("JFIF\0") + [1, 1, 0, 0, 1, 0, 1, 0, 0]), (0xFE, .text("a comment")), (0xDD, .big16(1))],
    scanData: [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 0xFF, 0xFF, 0xD1, 0xFF, 0, 0xFF, 0xFF])
}
