// SPDX-License-Identifier: Apache-2.0

/// The content of an `IHDR` chunk (PNG §11.2.1).
struct PNGHeader {
  let size: PixelSize
  let colourType: UInt8
  private let bitDepth: Int
  private let isInterlaced: Bool

  /// The bit depths that each colour type may have.
  private static let depths: [UInt8: [UInt8]] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]
  private static let samples: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
  /// The first pixel of each pass of an interlaced picture, and the distance between its pixels (§8.1).
  private static let passes: [(start: PixelSize, step: PixelSize)] = [
    (PixelSize(width: 0, height: 0), PixelSize(width: 8, height: 8)),
    (PixelSize(width: 4, height: 0), PixelSize(width: 8, height: 8)),
    (PixelSize(width: 0, height: 4), PixelSize(width: 4, height: 8)),
    (PixelSize(width: 2, height: 0), PixelSize(width: 4, height: 4)),
    (PixelSize(width: 0, height: 2), PixelSize(width: 2, height: 4)),
    (PixelSize(width: 1, height: 0), PixelSize(width: 2, height: 2)),
    (PixelSize(width: 0, height: 1), PixelSize(width: 1, height: 2)),
  ]

  /// - Parameters:
  ///   - header: The 13 bytes of the chunk.
  ///   - offset: The position of the first of them.
  init(_ header: RawSpan, at offset: Int, limits: ImageLimits) throws(StructureFault) {
    let (width, height) = (header.bigEndian(UInt32.self, at: 0), header.bigEndian(UInt32.self, at: 4))
    guard width < 1 << 31, height < 1 << 31 else {
      throw StructureFault("the picture is \(width) × \(height) pixels in size", at: offset)
    }
    size = PixelSize(width: Int(width), height: Int(height))
    try size.check(limits, at: offset)
    colourType = header.byte(at: 9)
    bitDepth = Int(header.byte(at: 8))
    guard Self.depths[colourType]?.contains(header.byte(at: 8)) == true else {
      throw StructureFault("colour type \(colourType) has no samples of \(bitDepth) bits", at: offset + 8)
    }
    guard header.byte(at: 10) == 0, header.byte(at: 11) == 0, header.byte(at: 12) <= 1 else {
      throw StructureFault("the methods of compression, filtering and interlacing are not all known", at: offset + 10)
    }
    isInterlaced = header.byte(at: 12) == 1
  }

  /// `true` if each pixel has a sample for its opacity.
  var hasAlpha: Bool { colourType & 4 != 0 }

  /// The number of colours that a palette may have: 2 to the bit depth with a palette (colour type 3), otherwise 256.
  var mostColours: Int { colourType == 3 ? 1 << bitDepth : 256 }

  /// Returns the number of bytes that the rows of a picture or frame of this kind take before they are compressed.
  func byteCount(of size: PixelSize) -> Int {
    let bitsPerPixel = bitDepth * (Self.samples[colourType] ?? 1)
    func rows(_ size: PixelSize) -> Int {
      size.width == 0 ? 0 : size.height * (1 + (size.width * bitsPerPixel + 7) / 8)
    }
    guard isInterlaced else { return rows(size) }
    return Self.passes.reduce(0) { total, pass in
      let across = (size.width - pass.start.width + pass.step.width - 1) / pass.step.width
      let down = (size.height - pass.start.height + pass.step.height - 1) / pass.step.height
      return total + rows(PixelSize(width: across, height: down))
    }
  }
}
