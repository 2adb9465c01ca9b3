// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine

/// A script of commands from a file, an argument or standard input, which stops at the first command that fails.
struct ShellScript: Sendable {
  /// A source of a script's bytes.
  enum Source: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// An open file. Bytes are read one at a time, so that those behind a command are left for the command to read.
    case descriptor(Int32)
  }

  private let source: Source
  /// The name before the number of a line in messages; empty if the source has none.
  private let name: String

  init(_ source: Source, name: String = "") {
    self.source = source
    self.name = name
  }

  /// Runs the commands, until one fails or asks for the end.
  func run(_ running: RunningCommand, _ interpreter: ShellInterpreter) async -> ExitCode {
    var lexer = CommandLexer()
    var reader = Reader(source)
    while !interpreter.context.settings.isEnding {
      guard let byte = reader.next() else {
        guard let last = lexer.finish() else { break }
        return await run(last, running, interpreter)
      }
      guard let command = lexer.consume(byte) else { continue }
      let code = await run(command, running, interpreter)
      guard code == .done else { return code }
    }
    return .done
  }

  private func run(
    _ command: Result<CommandLexer.Line, CommandLexer.Mistake>, _ running: RunningCommand,
    _ interpreter: ShellInterpreter
  ) async -> ExitCode {
    switch command {
    case .success(let line):
      return await running.run { await interpreter.run(line.words, at: place(line.number)) }
    case .failure(let mistake):
      let context = interpreter.context
      let failure = ShellFailure(mistake)
      context.console.note(failure.text(at: place(mistake.number), asJSON: context.settings.printsJSON))
      return failure.exitCode
    }
  }

  private func place(_ number: Int) -> String? { name.isEmpty ? nil : "\(name.printable):\(number)" }

  private struct Reader {
    private let source: Source
    private var position = 0

    init(_ source: Source) { self.source = source }

    mutating func next() -> UInt8? {
      switch source {
      case .bytes(let bytes):
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
      case .descriptor(let descriptor):
        var byte: UInt8 = 0
        while true {
          let count = read(descriptor, &byte, 1)
          if count < 0, errno == EINTR { continue }
          return count == 1 ? byte : nil
        }
      }
    }
  }
}
