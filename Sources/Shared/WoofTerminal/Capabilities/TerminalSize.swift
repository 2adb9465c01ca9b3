// SPDX-License-Identifier: Apache-2.0

import Glibc
package import WoofCommandLine

/// The size of a terminal in characters, and of a character in pixels.
package struct TerminalSize: Hashable, Sendable {
  /// The number of characters of a line.
  package var columns: Int
  /// The number of lines.
  package var rows: Int
  /// The width and height of a character in pixels.
  package var cell: PixelSize

  /// Makes a size; a character is twice as high as wide where nothing else is known.
  package init(columns: Int, rows: Int, cell: PixelSize = PixelSize(width: 8, height: 16)) {
    self.columns = columns
    self.rows = rows
    self.cell = cell
  }

  /// The size of the terminal that a stream is; `nil` where it is none, or does not know.
  package init?(of stream: StandardStream) {
    var size = winsize()
    guard stream.isTerminal, ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    if size.ws_xpixel > 0, size.ws_ypixel > 0 {
      cell = PixelSize(
        width: max(1, Int(size.ws_xpixel) / columns), height: max(1, Int(size.ws_ypixel) / rows))
    }
  }
}

/// A width and a height in pixels.
package struct PixelSize: Hashable, Sendable {
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  /// Makes a size.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
