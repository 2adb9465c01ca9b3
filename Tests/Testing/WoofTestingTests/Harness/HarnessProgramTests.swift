// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofTesting

@testable import TestKit

/// `woof harness` as a process, and what its page of documentation promises.
struct HarnessProgramTests {
  private static let root = PackageFolder.path
  /// The command, which is built into the same folder as the tests.
  private static let command: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return "\(tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })/woof-harness"
  }()

  /// The command, under the name of the product where that has been built.
  private static let executable: URL = {
    let folder = URL(fileURLWithPath: command).deletingLastPathComponent()
    let named = folder.appendingPathComponent("woof-harness")
    return FileManager.default.isExecutableFile(atPath: named.path) ? named : URL(fileURLWithPath: command)
  }()

  private final class Running {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    let line: [String: String]

    init(_ arguments: [String]) throws {
      process.executableURL = executable
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      var bytes = Data()
      while bytes.last != UInt8(ascii: "\n") {
        let next = output.fileHandleForReading.readData(ofLength: 1)
        guard !next.isEmpty else { throw Unfailed() }
        bytes += next
      }
      line = try JSONDecoder().decode([String: String].self, from: bytes)
    }

    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test func `the harness ends with its standard input and removes its data`() throws {
    let running = try Running([])
    let folder = try #require(running.line["folder"])
    #expect(FileManager.default.fileExists(atPath: folder))
    try running.input.fileHandleForWriting.close()
    #expect(running.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: ["--port", "--control-port"]) func `a port in use is named`(option: String) async throws {
    let woof = try await WoofHarness.start()
    let port = try #require(woof.url.port)
    let (status, text) = try Self.refusal([option, "\(port)"])
    #expect(status != 0)
    #expect(text.contains(":\(port)"))
    await woof.stop()
  }

  /// How the command ends that cannot start, and what it says on standard error.
  private static func refusal(_ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    let (errors, input) = (Pipe(), Pipe())
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = input
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test func `the harness compresses if it is told to`() async throws {
    for (arguments, isCompressed) in [(["--detached", "--compression"], true), (["--detached"], false)] {
      let running = try Running(arguments)
      let fields = try Self.shell(
        "curl -s -o /dev/null -D - -H 'Accept-Encoding: gzip' $WOOF/openapi.yaml",
        ["WOOF": try #require(running.line["url"])])
      #expect(fields.lowercased().contains("content-encoding: gzip") == isCompressed, "\(fields)")
      running.process.terminate()
      #expect(running.end() == 0)
    }
  }

  @Test func `the harness ends on SIGTERM`() throws {
    let running = try Running(["--detached"])
    running.process.terminate()
    #expect(running.end() == 0)
  }

  @Test func `the documented session prints what the page shows`() throws {
    let page = try String(contentsOfFile: "\(Self.root)/Documentation/testing.md", encoding: .utf8)
    let session = try #require(page.components(separatedBy: "## A session\n").last)
    let blocks = session.components(separatedBy: "```").filter { $0.hasPrefix("sh\n") || $0.hasPrefix("text\n") }
    let commands = blocks.filter { $0.hasPrefix("sh\n") }.map { $0.dropFirst(3) }.joined()
    let shown = blocks.filter { $0.hasPrefix("text\n") }.map { $0.dropFirst(5) }.joined().split(separator: "\n")
    try #require(shown.count > 8)

    let running = try Running(["--seed", "7"])
    let printed = try Self.shell(
      commands, ["WOOF": try #require(running.line["url"]), "CONTROL": try #require(running.line["control"])]
    ).split(separator: "\n")
    #expect(running.end() == 0)
    try #require(printed.count == shown.count, "\(printed.joined(separator: "\n"))")
    for (printed, shown) in zip(printed, shown) {
      #expect(Self.matches(printed, shown), "shown:   \(shown)\nprinted: \(printed)")
    }
  }

  private static func shell(_ script: String, _ variables: [String: String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Whether a line is like one in which `…` stands for anything.
  private static func matches(_ text: Substring, _ pattern: Substring) -> Bool {
    var rest = text
    let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      guard let range = index == 0 ? rest.range(of: piece, options: .anchored) : rest.range(of: piece) else {
        return piece.isEmpty
      }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty || pattern.hasSuffix("…")
  }
}
