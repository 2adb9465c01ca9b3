// SPDX-License-Identifier: Apache-2.0

/// The space that a picture takes on a terminal.
package struct PicturePlacement: Hashable, Sendable {
  /// The width of the picture in characters, at least 1.
  package let columns: Int
  /// The height of the picture in lines, at least 1.
  package let rows: Int
  /// The size of the picture in pixels.
  package let pixels: PixelSize

  /// Fits a picture into a terminal, without changing its shape or making it larger than it is.
  ///
  /// - Parameters:
  ///   - picture: The size of the picture.
  ///   - size: The terminal, of which three lines are left free.
  package init(of picture: PixelSize, in size: TerminalSize) {
    let (width, height) = (Double(max(1, picture.width)), Double(max(1, picture.height)))
    let (cellWidth, cellHeight) = (Double(max(1, size.cell.width)), Double(max(1, size.cell.height)))
    let room = (width: Double(max(1, size.columns)) * cellWidth, height: Double(max(1, size.rows - 3)) * cellHeight)
    let scale = min(1, room.width / width, room.height / height)
    columns = max(1, min(Int((width * scale / cellWidth).rounded()), size.columns))
    rows = max(1, min(Int((height * scale / cellHeight).rounded()), max(1, size.rows - 3)))
    pixels = PixelSize(width: max(1, Int(width * scale)), height: max(1, Int(height * scale)))
  }
}
