// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofTerminal

@Suite struct `The abilities of a terminal` {
  @Test(
    arguments: [
      ([:], PictureProtocol.none), (["TERM": "dumb"], PictureProtocol.none), (["TERM": "xterm-kitty"], .kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "xterm-ghostty"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm), (["TERM": "xterm-256color"], nil),
      (["TERM": "tmux-256color", "TERM_PROGRAM": "iTerm.app"], nil), (["TERM": "xterm-kitty", "TMUX": "/x"], nil),
    ] as [([String: String], PictureProtocol?)])
  func `the environment gives the picture protocol`(environment: [String: String], expected: PictureProtocol?) {
    #expect(PictureProtocol(environment: environment) == expected)
  }

  @Test(
    arguments: [
      ([:], ColourDepth.none), (["TERM": "dumb", "COLORTERM": "truecolor"], .none), (["TERM": "vt100"], .none),
      (["TERM": "xterm-256color"], .palette256), (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .full),
      (["TERM": "xterm-direct"], .full), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .palette256),
    ] as [([String: String], ColourDepth)])
  func `the environment gives the number of colours`(environment: [String: String], expected: ColourDepth) {
    #expect(ColourDepth(environment: environment) == expected)
  }

  private func replies(_ text: String) -> TerminalReplies {
    var replies = TerminalReplies()
    for byte in text.utf8 { replies.consume(byte) }
    return replies
  }

  @Test func `a terminal with kitty's protocol reports it before its attributes`() {
    let received = replies("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4;22c")
    #expect(received.isComplete && received.takesKittyPictures && received.takesSixels)
    #expect(received.cell == PixelSize(width: 9, height: 18))
    #expect(PictureProtocol(replies: received, colours: .full) == .kitty)
  }

  @Test(arguments: [
    ("\u{1B}[?62;4c", PictureProtocol.sixel), ("\u{1B}[?1;2c", .blocks), ("\u{1B}[?4;2c", .blocks),
    ("\u{1B}_Gi=31;EINVAL:bad\u{1B}\\\u{1B}[?62c", .blocks), ("", .blocks), ("junk\u{1B}[?62;4c", .sixel),
    ("\u{1B}[6;0;0t\u{1B}[?62;4c", .sixel), ("\u{1B}[4c", .blocks),
  ])
  func `other terminals are recognised by their attributes, or get blocks`(text: String, expected: PictureProtocol) {
    let received = replies(text)
    #expect(PictureProtocol(replies: received, colours: .palette256) == expected)
    #expect(received.cell == nil)
  }

  @Test func `without colours there are no blocks`() {
    #expect(PictureProtocol(replies: TerminalReplies(), colours: .none) == .none)
  }

  @Test func `any response is harmless`() {
    var generator = SeededGenerator(seed: 11)
    let alphabet = Array("\u{1B}\u{1B}[?;_G0123456789ct\\i=OK".utf8)
    for _ in 0..<500 {
      var replies = TerminalReplies()
      for _ in 0..<400 { replies.consume(alphabet[Int(generator.next() % UInt64(alphabet.count))]) }
      for _ in 0..<600 { replies.consume(UInt8(ascii: "1")) }
      for byte in "\u{1B}\\\u{1B}[?1c".utf8 { replies.consume(byte) }
      #expect(replies.isComplete)
    }
  }
}
