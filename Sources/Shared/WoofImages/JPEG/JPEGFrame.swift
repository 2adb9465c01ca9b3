// SPDX-License-Identifier: Apache-2.0

/// The content of a frame header (ITU-T T.81 §B.2.2).
struct JPEGFrame {
  /// One colour component.
  struct Component {
    var identifier: UInt8
    /// The numbers of samples across and down, 1 to 4 each, in relation to the other components.
    var sampling: PixelSize
  }

  let isProgressive: Bool
  let size: PixelSize
  let components: [Component]

  /// Reads the header, refusing the processes that browsers do not decode.
  ///
  /// - Parameter offset: The position of its first byte, after the length.
  init(_ header: RawSpan, marker: JPEGMarker, at offset: Int, limits: ImageLimits) throws(StructureFault) {
    try Self.checkProcess(marker, at: offset)
    guard header.byteCount >= 6, header.byteCount == 6 + 3 * Int(header.byte(at: 5)) else {
      throw StructureFault("the frame header's length does not suit its number of components", at: offset)
    }
    guard header.byte(at: 0) == 8 else {
      throw StructureFault("browsers do not decode samples of \(header.byte(at: 0)) bits", at: offset)
    }
    isProgressive = marker == .progressiveFrame
    size = PixelSize(
      width: Int(header.bigEndian(UInt16.self, at: 3)), height: Int(header.bigEndian(UInt16.self, at: 1)))
    try size.check(limits, at: offset + 1)
    guard [1, 3, 4].contains(header.byte(at: 5)) else {
      throw StructureFault("browsers do not decode \(header.byte(at: 5)) colour components", at: offset + 5)
    }
    var components: [Component] = []
    for position in stride(from: 6, to: header.byteCount, by: 3) {
      components.append(try Self.component(header, at: position, offset: offset))
    }
    self.components = components
  }

  /// The fewest bytes that scans of all of it take: each block of 8 × 8 samples is coded with one bit at least.
  var leastByteCount: Int {
    let widest = components.reduce(1) { max($0, $1.sampling.width) }
    let highest = components.reduce(1) { max($0, $1.sampling.height) }
    let blocks = components.reduce(0) { total, component in
      let across = Self.quotient(size.width * component.sampling.width, 8 * widest)
      let down = Self.quotient(size.height * component.sampling.height, 8 * highest)
      return total + across * down
    }
    return blocks / 8
  }

  /// Returns the number of units in a scan of components; the scan can be restarted between two units (§A.2).
  ///
  /// A unit is a block if the scan has one component, and otherwise a minimum coded unit (MCU) with blocks of all of
  /// them.
  func unitCount(inScanOf identifiers: [UInt8]) -> Int {
    let widest = components.reduce(1) { max($0, $1.sampling.width) }
    let highest = components.reduce(1) { max($0, $1.sampling.height) }
    guard identifiers.count == 1, let single = components.first(where: { $0.identifier == identifiers[0] }) else {
      return Self.quotient(size.width, 8 * widest) * Self.quotient(size.height, 8 * highest)
    }
    let width = Self.quotient(size.width * single.sampling.width, widest)
    let height = Self.quotient(size.height * single.sampling.height, highest)
    return Self.quotient(width, 8) * Self.quotient(height, 8)
  }

  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }

  private static func checkProcess(_ marker: JPEGMarker, at offset: Int) throws(StructureFault) {
    let process: String
    switch marker.rawValue {
    case 0xC0...0xC2: return
    case 0xC3: process = "lossless"
    case 0xC5...0xC7: process = "hierarchical"
    default: process = "arithmetically coded"
    }
    throw StructureFault("browsers do not decode \(process) JPEG pictures (\(marker))", at: offset)
  }

  private static func component(
    _ header: RawSpan, at position: Int, offset: Int
  ) throws(StructureFault) -> Component {
    let factors = Int(header.byte(at: position + 1))
    let sampling = PixelSize(width: factors >> 4, height: factors & 15)
    guard (1...4).contains(sampling.width), (1...4).contains(sampling.height) else {
      throw StructureFault("a colour component is sampled \(sampling) times", at: offset + position + 1)
    }
    return Component(identifier: header.byte(at: position), sampling: sampling)
  }
}
