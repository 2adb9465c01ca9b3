// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import WoofModel

@testable import TestKit

/// A running `woof serve`.
struct ServingProgram: Sendable {
  let program: WoofProcess
  /// Where it listens, as its log says.
  let addresses: [String]
  private let scratch: TemporaryFolder

  /// Starts `woof serve` and waits until it listens, at every address that the arguments give.
  ///
  /// - Parameter wrapper: A program that runs `woof`, with its arguments before that.
  init(
    _ arguments: [String], under wrapper: [String] = [], descriptor: Int32? = nil, environment: [String] = []
  ) async throws {
    scratch = try TemporaryFolder()
    program = WoofProcess(
      Program.woof, arguments, log: scratch.path("log"), output: scratch.path("output"),
      environment: Program.environment + environment, descriptor: descriptor)
    try await program.start(under: wrapper)
    addresses = program.addresses
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
  var log: [JSONValue] {
    get throws {
      try program.logLines.map { line in
        guard line.hasPrefix("{") else { throw TestFailure("no line of the log: \(line)") }
        return try JSONValue(Array(line.utf8))
      }
    }
  }

  /// The port of the first address.
  var port: Int { addresses.first?.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  func client(_ credential: Credential? = nil) -> Client {
    Client(as: credential) { [port] in try RawClient(port: port) }
  }

  /// Asks the program to end, and waits for that.
  func stop() async throws -> WoofProcess.Outcome {
    program.signal(SIGTERM)
    return try await program.outcome()
  }
}
