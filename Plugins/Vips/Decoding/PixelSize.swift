// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// A width and a height in pixels.
struct PixelSize: Hashable, Sendable {
  var width: Int
  var height: Int

  /// The size after a quarter turn.
  var turned: PixelSize { PixelSize(width: height, height: width) }

  /// The number of pixels; `Int.max` if it does not fit into an `Int`.
  var area: Int {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows ? .max : area
  }

  /// Returns the factor that makes it fill a box, at most 1.
  func scale(toFill box: PixelSize, _ fit: WantedImage.Fit) -> Double {
    let (horizontal, vertical) = (Double(box.width) / Double(width), Double(box.height) / Double(height))
    return min(1, fit == .inside ? min(horizontal, vertical) : max(horizontal, vertical))
  }

  /// The size multiplied by a number, and at least one pixel.
  func scaled(by scale: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded())))
  }

  /// Returns the part of it that fits into a box: the smaller width and the smaller height.
  func cut(to box: PixelSize) -> PixelSize {
    PixelSize(width: min(width, box.width), height: min(height, box.height))
  }
}
