// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization
import Testing

@testable import WoofCommandLine

@Suite(.timeLimit(.minutes(1))) struct `Password prompt` {
  @Test(arguments: [("secret\nnext\n", "secret"), ("wüff 1\r\n", "wüff 1"), ("no end", "no end"), ("\n", "")])
  func `without a terminal one line is read`(input: String, password: String) throws {
    let pipe = try Pipe(holding: input)
    #expect(try PasswordPrompt(input: pipe.reading, output: pipe.reading).ask("Password: ") == password)
  }

  @Test func `input after the line is left for others`() throws {
    let pipe = try Pipe(holding: "one\ntwo\n")
    let prompt = PasswordPrompt(input: pipe.reading, output: pipe.reading)
    #expect(try prompt.ask("") == "one")
    #expect(try prompt.ask("") == "two")
    #expect(throws: PasswordError.self) { try prompt.ask("") }
  }

  @Test(arguments: [
    ("", PasswordError.Reason.ended), (String(repeating: "x", count: 1025), .tooLong),
  ])
  func `an input without a usable line is refused`(input: String, reason: PasswordError.Reason) throws {
    let pipe = try Pipe(holding: input)
    let error = #expect(throws: PasswordError.self) {
      try PasswordPrompt(input: pipe.reading, output: pipe.reading).ask("")
    }
    #expect(error?.reason == reason)
  }

  @Test func `a new password must not be empty`() throws {
    let pipe = try Pipe(holding: "\n")
    let error = #expect(throws: PasswordError.self) {
      try PasswordPrompt(input: pipe.reading, output: pipe.reading).choose("", again: "")
    }
    #expect(error?.reason == .empty)
  }

  @Test func `a terminal does not show the password`() throws {
    let terminal = try PseudoTerminal()
    let response = terminal.response { prompt throws(PasswordError) in try prompt.ask("Password: ") }
    #expect(terminal.read(until: "Password: ") == "Password: ")
    #expect(!terminal.isEchoing)
    terminal.type("secrex\u{7F}t\r")
    #expect(try response.result.get() == "secret")
    #expect(terminal.read(until: "\n") == "\r\n")
    #expect(terminal.isEchoing)
  }

  @Test func `control C leaves the terminal as it was`() throws {
    let terminal = try PseudoTerminal()
    let response = terminal.response { prompt throws(PasswordError) in try prompt.ask("Password: ") }
    #expect(terminal.read(until: "Password: ") == "Password: ")
    terminal.type("sec\u{3}")
    let error = #expect(throws: PasswordError.self) { try response.result.get() }
    #expect(error?.reason == .interrupted)
    #expect(error?.exitCode == .interrupted)
    #expect(terminal.isEchoing)
  }

  @Test(arguments: [("secret", "secret", nil), ("secret", "sekret", PasswordError.Reason.different)])
  func `a new password is asked for twice`(
    first: String, second: String, reason: PasswordError.Reason?
  ) throws {
    let terminal = try PseudoTerminal()
    let response = terminal.response { prompt throws(PasswordError) in try prompt.choose("New: ", again: "Again: ") }
    #expect(terminal.read(until: "New: ") == "New: ")
    terminal.type("\(first)\r")
    #expect(terminal.read(until: "Again: ") == "\r\nAgain: ")
    terminal.type("\(second)\r")
    switch try response.result {
    case .success(let password): #expect(password == first && reason == nil)
    case .failure(let error): #expect(error.reason == reason)
    }
  }

  @Test func `a pipe is no terminal and has no width`() throws {
    let terminal = try PseudoTerminal()
    #expect(isatty(terminal.near) == 1)
    #expect(StandardStream.output.isTerminal || StandardStream.output.width == nil)
  }
}

/// A pipe with everything in it that will ever come out.
private final class Pipe {
  let reading: Int32

  init(holding text: String) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    reading = ends[0]
    StandardStream.write(text, to: ends[1])
    close(ends[1])
  }

  deinit { close(reading) }
}

/// A terminal without a screen: what is typed goes in at the far end, and what is shown comes out there.
private final class PseudoTerminal: Sendable {
  let near: Int32
  private let far: Int32

  init() throws {
    var ends: (far: Int32, near: Int32) = (-1, -1)
    try #require(openpty(&ends.far, &ends.near, nil, nil, nil) == 0)
    (far, near) = ends
  }

  deinit {
    close(near)
    close(far)
  }

  var isEchoing: Bool {
    var settings = termios()
    return tcgetattr(near, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  func type(_ keys: String) { StandardStream.write(keys, to: far) }

  func read(until end: String) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8), Glibc.read(far, &byte, 1) == 1 { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func response(_ ask: @escaping @Sendable (PasswordPrompt) throws(PasswordError) -> String) -> Answer {
    let prompt = PasswordPrompt(input: near, output: near)
    return Answer { () throws(PasswordError) in try ask(prompt) }
  }
}

/// What a prompt gives that runs on a thread of its own, where it may block.
private final class Answer: Sendable {
  private let queue = DispatchQueue(label: "password prompt")
  private let response = Mutex<Result<String, PasswordError>?>(nil)

  init(_ ask: @escaping @Sendable () throws(PasswordError) -> String) {
    queue.async { [self] in
      let result = Result(catching: ask)
      response.withLock { $0 = result }
    }
  }

  /// The result, when it is there.
  var result: Result<String, PasswordError> {
    get throws { try #require(queue.sync { response.withLock { $0 } }) }
  }
}
