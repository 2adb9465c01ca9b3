// SPDX-License-Identifier: Apache-2.0

/// The replies of a terminal to the questions about how it shows pictures: a state machine over their bytes.
///
/// All terminals reply to the last question, for their primary attributes, so there is always a reply that ends the
/// wait.
package struct TerminalReplies: Hashable, Sendable {
  /// The questions: whether it takes pictures of the kitty protocol, the pixels of a character, and its attributes.
  package static let questions = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

  /// The number of bytes of the longest reply; a longer one belongs to no question.
  private static let longestReply = 256

  /// `true` if the terminal takes pictures of the kitty protocol.
  package private(set) var takesKittyPictures = false
  /// `true` if the terminal takes sixel pictures.
  package private(set) var takesSixels = false
  /// The size of a character in pixels; `nil` if the terminal has not told it.
  package private(set) var cell: PixelSize?
  /// `true` once the last reply has come.
  package private(set) var isComplete = false

  private enum State { case outside, escape, control, string }
  private var state = State.outside
  private var text: [UInt8] = []

  /// Makes replies of which nothing has come yet.
  package init() {}

  /// Takes the next byte.
  package mutating func consume(_ byte: UInt8) {
    switch state {
    case .outside:
      if byte == 0x1B { state = .escape }
    case .escape:
      text = []
      state = byte == UInt8(ascii: "[") ? .control : byte == UInt8(ascii: "_") ? .string : .outside
    case .control:
      guard (0x40...0x7E).contains(byte) else { return append(byte) }
      takeControl(final: byte)
      state = .outside
    case .string:
      guard byte == UInt8(ascii: "\\"), text.last == 0x1B else { return append(byte) }
      takesKittyPictures = String(decoding: text.dropLast(), as: UTF8.self) == "Gi=31;OK"
      state = .outside
    }
  }

  private mutating func append(_ byte: UInt8) {
    text.append(byte)
    if text.count > Self.longestReply { state = .outside }
  }

  private mutating func takeControl(final: UInt8) {
    let parameters = String(decoding: text.drop { $0 == UInt8(ascii: "?") }, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if final == UInt8(ascii: "c"), text.first == UInt8(ascii: "?") {
      takesSixels = parameters.dropFirst().contains(4)
      isComplete = true
    } else if final == UInt8(ascii: "t"), parameters.count == 3, parameters[0] == 6,
      (1...1000).contains(parameters[1]), (1...1000).contains(parameters[2])
    {
      cell = PixelSize(width: parameters[2], height: parameters[1])
    }
  }
}
