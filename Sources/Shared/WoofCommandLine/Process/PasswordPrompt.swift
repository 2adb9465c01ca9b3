// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Asks for passwords: on a terminal without showing them, and otherwise as one line of standard input.
package struct PasswordPrompt: Sendable {
  private let input: Int32
  private let output: Int32

  /// Makes a prompt on standard input, whose questions go to standard error.
  package init() { self.init(input: StandardStream.input.rawValue, output: StandardStream.error.rawValue) }

  /// Makes a prompt on other descriptors.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which answers are read.
  ///   - output: The descriptor to which questions are written.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Asks for a password.
  ///
  /// - Parameter question: The question on a terminal, as `Password: `.
  /// - Throws: ``PasswordError``.
  package func ask(_ question: String) throws(PasswordError) -> String {
    guard isatty(input) == 1 else { return try text(of: readLine()) }
    try silence()
    defer { TerminalChanges.undo(input) }
    StandardStream.write(question, to: output)
    defer { StandardStream.write("\n", to: output) }
    return try text(of: readLine())
  }

  /// Asks for a new password, on a terminal twice, for what is typed unseen may be mistyped.
  ///
  /// - Throws: ``PasswordError``, also where the two differ, or the password is empty.
  package func choose(_ question: String, again: String) throws(PasswordError) -> String {
    let password = try ask(question)
    guard !password.isEmpty else { throw PasswordError(.empty, "the password is empty") }
    if isatty(input) == 1, try ask(again) != password { throw PasswordError(.different, "the passwords differ") }
    return password
  }

  /// Asks for a name, which is shown while it is typed.
  ///
  /// - Throws: ``PasswordError``.
  package func askForName(_ question: String) throws(PasswordError) -> String {
    guard isatty(input) == 1 else { return try text(of: readLine()) }
    // The terminal edits the line; ^C ends it instead of the program, so that the settings come back.
    let isSet = TerminalChanges.change(input) { settings in
      settings.c_lflag &= ~tcflag_t(ISIG)
      settings.c_lflag |= tcflag_t(ICANON | ECHO)
      settings.c_cc.11 = SecretLine.interruptKey  // VEOL
    }
    guard isSet else { throw PasswordError(.terminal, "the terminal cannot be set to read a name") }
    defer { TerminalChanges.undo(input) }
    StandardStream.write(question, to: output)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { throw .ended }
      if byte == SecretLine.interruptKey { throw PasswordError(.interrupted, "interrupted") }
      guard byte != UInt8(ascii: "\n") else { return try text(of: line) }
      line.append(byte)
      guard line.count <= SecretLine.maximumLength else { throw PasswordError(.tooLong, "the name is too long") }
    }
  }

  private func readLine() throws(PasswordError) -> [UInt8] {
    var line = SecretLine()
    let isTerminal = isatty(input) == 1
    var byte: UInt8 = 0
    while true {
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else {
        guard count == 0, !line.bytes.isEmpty else { throw .ended }
        return line.bytes
      }
      switch isTerminal ? line.consume(byte) : line.consume(plain: byte) {
      case .open: continue
      case .complete: return line.bytes
      case .interrupted: throw PasswordError(.interrupted, "interrupted")
      case .ended: throw .ended
      case .tooLong: throw PasswordError(.tooLong, "a password has at most \(SecretLine.maximumLength) bytes")
      }
    }
  }

  private func text(of bytes: [UInt8]) throws(PasswordError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw PasswordError(.notText, "the password is not UTF-8")
    }
    return text
  }

  /// Lets the terminal hand over each key unseen, those that would raise a signal too, so that none can leave it silent.
  private func silence() throws(PasswordError) {
    let isSilent = TerminalChanges.change(input) { $0.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG) }
    guard isSilent else { throw PasswordError(.terminal, "the terminal cannot be kept from showing the password") }
  }
}

/// An error because of which there is no password.
package struct PasswordError: ExitCoding, Hashable, CustomStringConvertible {
  /// The reasons for which there is no password.
  package enum Reason: Hashable, Sendable {
    /// The user pressed ^C.
    case interrupted
    /// The input ended before a line.
    case ended
    /// The line is longer than a password may be.
    case tooLong
    /// The line is not UTF-8.
    case notText
    /// The new password is empty.
    case empty
    /// The new password was not typed the same twice.
    case different
    /// The terminal refused to be silent.
    case terminal
  }

  /// The reason for which there is no password.
  package let reason: Reason
  /// The reason as a sentence without its full stop.
  package let description: String

  /// The exit code: 130 for ^C, otherwise 1.
  package var exitCode: ExitCode { reason == .interrupted ? .interrupted : .failed }

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  static var ended: PasswordError { PasswordError(.ended, "no password was given") }
}

/// A line that is typed on a terminal which neither shows nor edits it, so that the editing keys are handled here.
struct SecretLine {
  /// A state of the line after a byte.
  enum State: Equatable {
    case open
    case complete
    case interrupted
    case ended
    case tooLong
  }

  /// The longest line in bytes.
  static let maximumLength = 1024
  /// The byte that ^C gives.
  static let interruptKey = Key.interrupt

  private(set) var bytes: [UInt8] = []

  /// Takes the next byte of an input that is no terminal, where only the end of the line means anything.
  mutating func consume(plain byte: UInt8) -> State {
    guard byte != UInt8(ascii: "\n") else {
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      return .complete
    }
    return append(byte)
  }

  /// Takes the next byte from the terminal.
  mutating func consume(_ byte: UInt8) -> State {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .complete
    case Key.interrupt, Key.quit: return .interrupted
    case Key.endOfInput: return bytes.isEmpty ? .ended : .open
    case Key.backspace, Key.delete: removeLastScalar()
    case Key.killLine: bytes = []
    default: return append(byte)
    }
    return .open
  }

  private mutating func append(_ byte: UInt8) -> State {
    guard bytes.count < Self.maximumLength else { return .tooLong }
    bytes.append(byte)
    return .open
  }

  private mutating func removeLastScalar() {
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
  }

  private enum Key {
    static let interrupt: UInt8 = 0x03
    static let endOfInput: UInt8 = 0x04
    static let backspace: UInt8 = 0x08
    static let killLine: UInt8 = 0x15
    static let quit: UInt8 = 0x1C
    static let delete: UInt8 = 0x7F
  }
}
