// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes small GIF files whose pixels all have the first colour.
struct SampleGIF {
  struct Frame {
    var x = 0
    var y = 0
    var width = 4
    var height = 3
    /// The data, if not what the frame takes.
    var data: [UInt8]?
    var hasColourTable = false
    /// Red, green and blue of the colours of its own table.
    var shade: UInt8 = 0x55
    var codeSize: UInt8 = 2
  }

  var version = "89a"
  var width = 4
  var height = 3
  var hasColourTable = true
  var frames = [Frame()]
  /// Extensions before the frames, each with its label and its sub-blocks without their lengths.
  var extensions: [(label: UInt8, subBlocks: [[UInt8]])] = []
  var tail: [UInt8] = []

  var bytes: [UInt8] {
    var bytes = [UInt8].text("GIF" + version) + .little16(width) + .little16(height)
    bytes += [hasColourTable ? 0x81 : 0, 0, 0] + (hasColourTable ? Self.colourTable(0x55) : [])
    for part in extensions {
      bytes += [0x21, part.label] + part.subBlocks.flatMap { [UInt8($0.count)] + $0 } + [0]
    }
    for frame in frames { bytes += Self.bytes(of: frame) }
    return bytes + [0x3B] + tail
  }

  private static func colourTable(_ shade: UInt8) -> [UInt8] { [UInt8](repeating: shade, count: 12) }

  private static func bytes(of frame: Frame) -> [UInt8] {
    let position = [UInt8].little16(frame.x) + .little16(frame.y)
    let size = [UInt8].little16(frame.width) + .little16(frame.height)
    let head =
      [0x2C] + position + size + [frame.hasColourTable ? 0x81 : 0]
      + (frame.hasColourTable ? colourTable(frame.shade) : [])
    let data = frame.data ?? pixels(frame.width * frame.height)
    let subBlocks = stride(from: 0, to: data.count, by: 255).map { data[$0..<min($0 + 255, data.count)] }
    return head + [frame.codeSize] + subBlocks.flatMap { [UInt8($0.count)] + $0 } + [0]
  }

  /// Codes of three bits: each pixel's after one that clears the table, so that they never grow.
  static func pixels(_ count: Int) -> [UInt8] {
    let codes = (0..<count).flatMap { _ in [4, 0] } + [5]
    var bytes = [UInt8](repeating: 0, count: (codes.count * 3 + 7) / 8)
    for (index, code) in codes.enumerated() {
      for bit in 0..<3 where code >> bit & 1 == 1 { bytes[(index * 3 + bit) / 8] |= 1 << UInt8((index * 3 + bit) % 8) }
    }
    return bytes
  }
}
