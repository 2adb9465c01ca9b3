// SPDX-License-Identifier: Apache-2.0

/// The ways in which a terminal can show a picture.
package enum PictureProtocol: String, CaseIterable, Sendable {
  /// The graphics protocol of kitty, which Ghostty and Konsole know too.
  case kitty
  /// The inline images of iTerm2, which WezTerm and mintty know too.
  case iterm
  /// The sixels of DEC's VT340, which xterm, foot and mlterm know.
  case sixel
  /// Two coloured halves in each character, which every terminal with colours shows.
  case blocks
  /// The terminal shows no pictures.
  case none

  /// Makes the protocol that the environment announces; `nil` if the terminal has to be asked.
  package init?(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    let program = environment["TERM_PROGRAM"] ?? ""
    if terminal.isEmpty || terminal == "dumb" {
      self = .none
    } else if environment["TMUX"] != nil || terminal.hasPrefix("tmux") || terminal.hasPrefix("screen") {
      // What stands in between passes no picture on that it was not asked about.
      return nil
    } else if environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal) {
      self = .kitty
    } else if ["iTerm.app", "WezTerm", "mintty"].contains(program) || environment["LC_TERMINAL"] == "iTerm2" {
      self = .iterm
    } else {
      return nil
    }
  }

  /// Makes the protocol that the terminal's own replies announce; without any, blocks if there are colours.
  package init(replies: TerminalReplies, colours: ColourDepth) {
    self = replies.takesKittyPictures ? .kitty : replies.takesSixels ? .sixel : colours == .none ? .none : .blocks
  }
}
