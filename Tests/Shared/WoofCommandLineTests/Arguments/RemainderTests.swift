// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct `The remaining words for another command` {
  private struct Run: Command {
    static let name = "run"
    static let summary = "Runs another command."
    let isQuiet: Bool
    let words: [String]

    init(from reader: inout ArgumentReader) {
      isQuiet = reader.flag("--quiet", "Says nothing.")
      words = reader.remainder("WORD", "The command.")
    }

    func run() async throws -> ExitCode { .done }
  }

  private static let program = CommandLineInterface(
    name: "runner", version: "1", summary: "runs", commands: [.command(Run.self)])

  private static func run(_ arguments: String...) throws -> Run? {
    guard case .run(let command, _) = try program.parse(["run"] + arguments) else { return nil }
    return command as? Run
  }

  @Test func `the remaining words keep their options, and earlier options are read`() throws {
    let run = try #require(try Self.run("--quiet", "fly", "--high", "--help", "-x"))
    #expect(run.isQuiet && run.words == ["fly", "--high", "--help", "-x"])
    #expect(try Self.run("fly", "--quiet")?.isQuiet == false)
  }

  @Test func `there may be no remaining words, and help belongs to the first command`() throws {
    #expect(try Self.run()?.words == [])
    #expect(try Self.run("--help") == nil)
    #expect(throws: UsageError.self) { try Self.run("--high", "fly") }
  }
}
