// SPDX-License-Identifier: Apache-2.0

/// A width and a height in pixels.
struct PixelSize: Hashable {
  var width: Int
  var height: Int

  /// The width times the height; `Int.max` if it does not fit into an `Int`.
  var area: Int {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : area
  }

  /// The size with its sides exchanged.
  var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The greatest area that any limit allows, so that sizes in bytes can be computed without overflow.
  private static let greatestArea = 1 << 48

  /// Refuses a side of zero, and more pixels than the limit.
  func check(_ limits: ImageLimits, at offset: Int) throws(StructureFault) {
    guard width > 0, height > 0 else { throw StructureFault("the picture is \(self) pixels in size", at: offset) }
    let limit = min(limits.pixels, Self.greatestArea)
    guard area <= limit else {
      throw StructureFault("\(self) pixels exceed the limit of \(limit) pixels", at: offset)
    }
  }
}

extension PixelSize: CustomStringConvertible {
  var description: String { "\(width) × \(height)" }
}
