// SPDX-License-Identifier: Apache-2.0

/// The content of a scan header (ITU-T T.81 §B.2.3).
struct JPEGScan {
  /// The components that it carries, as the frame names them.
  let components: [UInt8]
  /// The coefficients of its components that it carries, in zigzag order; all 64 if it is not progressive.
  let band: ClosedRange<Int>
  /// The number of low bits of the coefficients that later scans carry; 0 if it is not progressive.
  let leftBits: UInt8

  /// Reads the header and checks it against the frame.
  ///
  /// - Parameter offset: The position of its first byte, after the length.
  init(_ header: RawSpan, of frame: JPEGFrame, at offset: Int) throws(StructureFault) {
    guard header.byteCount >= 4, (1...4).contains(header.byte(at: 0)),
      header.byteCount == 4 + 2 * Int(header.byte(at: 0))
    else { throw StructureFault("the scan header's length does not suit its number of components", at: offset) }
    let count = Int(header.byte(at: 0))
    components = (0..<count).map { header.byte(at: 1 + 2 * $0) }
    for (index, component) in components.enumerated() {
      guard frame.components.contains(where: { $0.identifier == component }) else {
        throw StructureFault("a scan carries a component that the frame has not", at: offset + 1 + 2 * index)
      }
    }
    guard frame.isProgressive else {
      (band, leftBits) = (0...63, 0)
      return
    }
    try Self.checkBand(header, componentCount: count, at: offset)
    let position = 1 + 2 * count
    band = Int(header.byte(at: position))...Int(header.byte(at: position + 1))
    leftBits = header.byte(at: position + 2) & 15
  }

  /// A progressive scan carries the first coefficient of any number of components, or others of one (§G.1.1.1.1).
  private static func checkBand(_ header: RawSpan, componentCount: Int, at offset: Int) throws(StructureFault) {
    let position = 1 + 2 * componentCount
    let (first, last) = (header.byte(at: position), header.byte(at: position + 1))
    let approximation = header.byte(at: position + 2)
    let isSound = first == 0 ? last == 0 : first <= last && last <= 63 && componentCount == 1
    guard isSound, approximation & 15 <= 13, approximation >> 4 <= 13 else {
      throw StructureFault("a progressive scan has impossible parameters", at: offset + position)
    }
  }
}
