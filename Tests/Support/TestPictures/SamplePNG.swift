// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes small PNG files whose pixels are all zero, in stored blocks.
struct SamplePNG {
  var width = 9
  var height = 5
  var bitDepth = 8
  var colourType = 0
  var isInterlaced = false
  /// Chunks between `IHDR` and the pixels, each with its name.
  var before: [(name: String, data: [UInt8])] = []
  /// Chunks between the pixels and `IEND`.
  var after: [(name: String, data: [UInt8])] = []
  /// The pixels as they are compressed, if not what the picture takes.
  var pixelData: [UInt8]?
  /// How many bytes a chunk of pixels has.
  var chunkSize = Int.max
  var tail: [UInt8] = []

  var bytes: [UInt8] {
    var bytes = Self.signature + Self.chunk("IHDR", header)
    for chunk in before { bytes += Self.chunk(chunk.name, chunk.data) }
    var data = (pixelData ?? Self.stored([UInt8](repeating: 0, count: rawByteCount)))[...]
    repeat {
      bytes += Self.chunk("IDAT", Array(data.prefix(chunkSize)))
      data = data.dropFirst(chunkSize)
    } while !data.isEmpty
    for chunk in after { bytes += Self.chunk(chunk.name, chunk.data) }
    return bytes + Self.chunk("IEND", []) + tail
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var header: [UInt8] {
    joined(.big32(width), .big32(height), [UInt8(bitDepth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0])
  }

  var rawByteCount: Int {
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 1
    func rows(_ width: Int, _ height: Int) -> Int {
      width == 0 ? 0 : height * (1 + (width * samples * bitDepth + 7) / 8)
    }
    guard isInterlaced else { return rows(width, height) }
    let passes = [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
    return passes.reduce(0) { total, pass in
      let across = stride(from: pass.0, to: width, by: pass.1).reduce(0) { count, _ in count + 1 }
      let down = stride(from: pass.2, to: height, by: pass.3).reduce(0) { count, _ in count + 1 }
      return total + rows(across, down)
    }
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    .big32(data.count) + .text(name) + data + .big32(Int(checkValue(of: .text(name) + data)))
  }

  /// The check value, bit by bit.
  static func checkValue(of bytes: [UInt8]) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return ~remainder
  }

  /// A zlib stream that stores the bytes as they are.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      stream += [rest.isEmpty ? 1 : 0] + .little16(block.count) + .little16(~block.count) + block
    } while !rest.isEmpty
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65_521
      return (first, (sums.1 + first) % 65_521)
    }
    return stream + .big16(sums.1) + .big16(sums.0)
  }

  /// An animation of so many frames, the picture itself being the first.
  static func animation(frameCount: Int, announced: Int? = nil) -> SamplePNG {
    var picture = SamplePNG()
    let pixels = stored([UInt8](repeating: 0, count: picture.rawByteCount))
    picture.before = [
      ("acTL", .big32(announced ?? frameCount) + .big32(0)), ("fcTL", frameControl(0, width: 9, height: 5)),
    ]
    for frame in 1..<max(1, frameCount) {
      picture.after.append(("fcTL", frameControl(2 * frame - 1, width: 9, height: 5)))
      picture.after.append(("fdAT", .big32(2 * frame) + pixels))
    }
    return picture
  }

  static func frameControl(_ sequenceNumber: Int, width: Int, height: Int, x: Int = 0, y: Int = 0) -> [UInt8] {
    joined(
      .big32(sequenceNumber), .big32(width), .big32(height), .big32(x), .big32(y), .big16(1), .big16(10), [0, 0])
  }
}
