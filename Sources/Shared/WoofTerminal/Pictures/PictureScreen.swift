// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
package import WoofModel

/// The abilities of a terminal that are needed to show a picture on it.
package struct PictureScreen: Hashable, Sendable {
  /// The time in milliseconds that a terminal has for its replies.
  private static let milliseconds = 300

  /// The way in which pictures are shown.
  package var picture: PictureProtocol
  /// The size of the terminal in characters, and of a character in pixels.
  package var size: TerminalSize
  /// The number of colours of the terminal.
  package var colours: ColourDepth

  /// Makes a screen with known abilities.
  package init(picture: PictureProtocol, size: TerminalSize, colours: ColourDepth) {
    self.picture = picture
    self.size = size
    self.colours = colours
  }

  /// Finds out the terminal's abilities, from the environment and by asking the terminal.
  ///
  /// - Parameters:
  ///   - wanted: The way in which pictures are to be shown, whatever the terminal announces; `nil` for the announced
  ///     one.
  ///   - environment: The variables of the program's environment.
  package init(showing wanted: PictureProtocol?, environment: [String: String]) {
    let found = ColourDepth(environment: environment)
    // Who wants blocks has colours.
    colours = wanted == .blocks && found == .none ? .palette256 : found
    size = TerminalSize(of: .output) ?? TerminalSize(columns: 80, rows: 24)
    let known = wanted ?? PictureProtocol(environment: environment)
    guard known == nil || known == .sixel, let terminal = Terminal() else {
      picture = known ?? (colours == .none ? .none : .blocks)
      return
    }
    let replies = terminal.replies(withinMilliseconds: Self.milliseconds)
    picture = known ?? PictureProtocol(replies: replies, colours: colours)
    if let cell = replies.cell { size.cell = cell }
  }

  /// Returns `true` if pictures of a format have to be decoded to be shown.
  package func needsPixels(of type: MediaType) -> Bool {
    switch picture {
    case .none, .iterm: false
    case .kitty: type.imageType != .png
    case .sixel, .blocks: true
    }
  }
}
