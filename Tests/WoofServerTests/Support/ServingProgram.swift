// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofModel

@testable import TestKit

/// A running `woof serve`.
struct ServingProgram: Sendable {
  let program: Program
  /// Where it listens, as its log says.
  let addresses: [String]

  /// Starts `woof serve` and waits until it listens, at every address that the arguments give.
  ///
  /// - Parameter program: What is started, where it is not `woof` itself, and its arguments before those given.
  init(
    _ arguments: [String], by program: (String, [String]) = (Program.woof, ["serve"]), descriptor: Int32? = nil,
    environment: [String] = []
  ) async throws {
    let started = try Program(
      program.0, arguments: program.1 + arguments, descriptor: descriptor, environment: environment)
    self.program = started
    let count = max(1, arguments.count { $0 == "--listen" })
    let hasMetrics = arguments.contains("--metrics-listen")
    try await eventually {
      let errors = started.errors
      return started.hasEnded
        || errors.split(separator: "\"listening\"").count > count
          && (!hasMetrics || errors.contains("\"answering metrics\""))
    }
    guard !started.hasEnded else { throw TestFailure("woof serve has ended: \(started.errors)") }
    addresses = try Self.lines(of: started).filter { $0["message"] == "listening" }.compactMap { $0["address"].text }
  }

  /// Starts `woof serve` on a folder, on a free port of loopback.
  init(on folder: TemporaryFolder, _ arguments: [String] = []) async throws {
    try await self.init(
      ["--data", folder.path("data"), "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"] + arguments)
  }

  /// The figures, where the program answers them.
  func metrics() throws -> String {
    let line = try log.first { $0["message"] == "answering metrics" }
    guard let port = line?["address"].text?.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw TestFailure("there is no address for figures")
    }
    return try Client(as: nil) { try RawClient(port: port) }.get("/metrics").text
  }

  /// The lines of the log so far.
  var log: [JSONValue] { get throws { try Self.lines(of: program) } }

  /// The port of the first address.
  var port: Int { addresses.first?.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  func client(_ credential: Credential? = nil) -> Client {
    Client(as: credential) { [port] in try RawClient(port: port) }
  }

  /// Asks the program to end, and waits for that.
  func stop() async throws -> Program.Outcome {
    program.signal(SIGTERM)
    return try await program.outcome()
  }

  private static func lines(of program: Program) throws -> [JSONValue] {
    // A line that is being written is left out.
    let whole = program.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return try whole.map { line in
      guard line.hasPrefix("{") else { throw TestFailure("no line of the log: \(line)") }
      return try JSONValue(Array(line.utf8))
    }
  }
}
