// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Splits what is typed, or a script, into commands and their words: a state machine over its bytes.
///
/// Words are separated by blanks. `'…'` keeps everything as it is, `"…"` everything but `\"`, `\\`, `\n` and `\t`, and
/// both may go on in the next line. Outside of them `\` keeps the next character as it is, or joins the next line. A `#`
/// where a word would begin makes the rest of the line a remark. A command whose first character is `\` is one of the
/// shell's own, as `\json`.
struct CommandLexer: Hashable, Sendable {
  /// A command.
  struct Line: Hashable, Sendable {
    /// The words of the command; none if it has only blanks and remarks.
    var words: [String]
    /// The text as it was typed, without the end of the line.
    var text: String
    /// The line that it begins in, from 1.
    var number: Int
  }

  /// A mistake because of which the text is no command.
  struct Mistake: ExitCoding, Hashable, CustomStringConvertible {
    /// The line that the command begins in, from 1.
    var number: Int
    /// The mistake and its remedy, as a sentence without its full stop.
    var description: String

    /// The exit code 2.
    var exitCode: ExitCode { .usage }
  }

  /// The reason for which a command goes on in the next line.
  enum Opening: Hashable, Sendable {
    /// The command ends with the line.
    case none
    /// A single quote `'` that is not closed.
    case singleQuote
    /// A double quote `"` that is not closed.
    case doubleQuote
    /// A backslash `\` at the end of the line.
    case backslash
  }

  /// The number of bytes that a command may have; 1 MiB.
  static let longestCommand = 1 << 20

  private enum State: Hashable { case blank, word, remark, single, double, escape, doubleEscape }

  private var state = State.blank
  private var words: [[UInt8]] = []
  private var word: [UInt8] = []
  private var text: [UInt8] = []
  private var isTooLong = false
  private var lineNumber = 1
  private var startNumber = 1

  /// Takes the next byte.
  ///
  /// - Returns: The command that the byte ends.
  mutating func consume(_ byte: UInt8) -> Result<Line, Mistake>? {
    let isEnd = byte == UInt8(ascii: "\n")
    if isEnd {
      if text.last == UInt8(ascii: "\r") { dropCarriageReturn() }
      lineNumber += 1
    }
    if isEnd, endsCommand { return end() }
    if text.count < Self.longestCommand { text.append(byte) } else { isTooLong = true }
    if !isTooLong { step(byte) } else if isEnd { return end() }
    return nil
  }

  /// Takes the end of the input.
  ///
  /// - Returns: The command that was open; `nil` where there was none.
  mutating func finish() -> Result<Line, Mistake>? {
    guard !text.isEmpty else { return nil }
    if text.last == UInt8(ascii: "\r") { dropCarriageReturn() }
    let mistake: String? =
      switch opening {
      case .none: nil
      case .singleQuote: "the quote ' is not closed"
      case .doubleQuote: "the quote \" is not closed"
      case .backslash: "after the last \\ comes nothing"
      }
    let number = startNumber
    let result = end()
    return mistake.map { .failure(Mistake(number: number, description: $0)) } ?? result
  }

  /// The reason for which the command goes on; ``Opening/none`` if it ends with the line.
  var opening: Opening {
    switch state {
    case .blank, .word, .remark: text.isEmpty || text.last != UInt8(ascii: "\n") ? .none : .backslash
    case .single: .singleQuote
    case .double, .doubleEscape: .doubleQuote
    case .escape: .backslash
    }
  }

  /// The words that have been read so far: those before the last one, and the last, which may be empty.
  var open: (words: [String], part: String) {
    let part = state == .blank ? [] : word
    return (words.map { String(decoding: $0, as: UTF8.self) }, String(decoding: part, as: UTF8.self))
  }

  /// `true` while the rest of the line is a remark.
  var isInRemark: Bool { state == .remark }

  private var endsCommand: Bool { [.blank, .word, .remark].contains(state) }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .blank, .word: stepOutside(byte)
    case .remark: break
    case .single: if byte == UInt8(ascii: "'") { state = .word } else { word.append(byte) }
    case .double:
      switch byte {
      case UInt8(ascii: "\""): state = .word
      case UInt8(ascii: "\\"): state = .doubleEscape
      default: word.append(byte)
      }
    case .escape:
      if byte == UInt8(ascii: "\n") {
        state = word.isEmpty ? .blank : .word
      } else {
        word.append(byte)
        state = .word
      }
    case .doubleEscape:
      word += Self.meaning(ofEscaped: byte)
      state = .double
    }
  }

  private mutating func stepOutside(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"): endWord()
    case UInt8(ascii: "'"): state = .single
    case UInt8(ascii: "\""): state = .double
    case UInt8(ascii: "\\") where !(words.isEmpty && state == .blank): state = .escape
    case UInt8(ascii: "#") where state == .blank: state = .remark
    default:
      word.append(byte)
      state = .word
    }
  }

  private mutating func endWord() {
    if state == .word { words.append(word) }
    word = []
    state = .blank
  }

  /// Returns the bytes for a backslash in double quotes and the byte after it; both remain if the pair has no meaning.
  private static func meaning(ofEscaped byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "n"): [UInt8(ascii: "\n")]
    case UInt8(ascii: "t"): [UInt8(ascii: "\t")]
    case UInt8(ascii: "\n"): []
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): [byte]
    default: [UInt8(ascii: "\\"), byte]
    }
  }

  /// Drops the carriage return of a line that ends as on Windows.
  private mutating func dropCarriageReturn() {
    text.removeLast()
    if word.last == UInt8(ascii: "\r") { word.removeLast() }
    if state == .word, word.isEmpty, text.last.map({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }) ?? true {
      state = .blank
    }
  }

  private mutating func end() -> Result<Line, Mistake> {
    if state == .word { endWord() }
    let mistake = isTooLong ? "a command has at most \(Self.longestCommand) bytes" : Self.mistake(in: text)
    let line = Line(
      words: words.map { String(decoding: $0, as: UTF8.self) }, text: String(decoding: text, as: UTF8.self),
      number: startNumber)
    (state, words, word, text, isTooLong, startNumber) = (.blank, [], [], [], false, lineNumber)
    return mistake.map { .failure(Mistake(number: line.number, description: $0)) } ?? .success(line)
  }

  /// Returns the first fault that no command may have: a byte that is not UTF-8, or a control character; `nil` if there
  /// is none.
  private static func mistake(in text: [UInt8]) -> String? {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = text.makeIterator()
    var position = 1
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .emptyInput: return nil
      case .error: return "byte \(position) is not UTF-8"
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        let isAllowed = scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
        guard isAllowed else { return "byte \(position) is a control character" }
        position += encoded.count
      }
    }
  }
}
