// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization
import URLLoading

@testable import TestKit

/// The real service, run as its operator runs it, and the shell beside it.
final class AdminService: Sendable {
  let folder: TemporaryFolder
  private let arguments: [String]
  private let program: Mutex<Program>

  /// The service's data folder.
  let data: String

  /// Starts `woof serve` on a free port.
  init(_ arguments: String..., data name: String = "data") async throws {
    folder = try TemporaryFolder()
    data = folder.path(name)
    self.arguments = ["serve", "--data", data, "--listen", "127.0.0.1:0"] + arguments
    program = Mutex(try await Self.start(self.arguments))
  }

  /// Where the service is reached over TCP.
  var address: String {
    let parts = program.withLock { $0.errors }.split(separator: "\"address\":\"")
    return parts.compactMap { $0.split(separator: "\"").first.map(String.init) }.first { $0.hasPrefix("http") } ?? ""
  }

  /// Ends the service as a power cut would.
  func kill() async throws {
    let running = program.withLock { $0 }
    running.signal(SIGKILL)
    _ = try await running.outcome()
  }

  /// Starts the service again.
  func start() async throws {
    let new = try await Self.start(arguments)
    program.withLock { $0 = new }
  }

  /// Waits for the service to end by itself, and gives its exit code.
  func end() async throws -> Int32 { try await program.withLock { $0 }.outcome().code }

  private static func start(_ arguments: [String]) async throws -> Program {
    let program = try Program(arguments: arguments)
    try await eventually { program.errors.contains("\"listening\"") || program.hasEnded }
    guard !program.hasEnded else { throw TestFailure("woof serve has ended: \(program.errors)") }
    return program
  }

  /// Runs the shell to its end, without a terminal.
  func shell(_ arguments: String..., input: String = "") async throws -> Program.Outcome {
    let program = try Program(
      Shell.path, arguments: ["--data", data] + arguments, input: input, environment: Shell.environment(folder))
    return try await program.outcome()
  }

  /// Runs one command to its end, and gives what it printed.
  func run(_ command: String, input: String = "") async throws -> String {
    let outcome = try await shell("-c", command, input: input)
    guard outcome.code == 0 else { throw TestFailure("\(command): \(outcome.errors)") }
    return outcome.output
  }

  /// Uploads a photo over TCP.
  func upload(_ picture: [UInt8], as account: String, password: String) async throws {
    guard let url = URL(string: "\(address)/v1/photos?visibility=public") else {
      throw TestFailure("\(address) is no URL")
    }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
    let credential = Data("\(account):\(password)".utf8).base64EncodedString()
    request.setValue("Basic \(credential)", forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession(configuration: .ephemeral).upload(for: request, from: Data(picture))
    guard (response as? HTTPURLResponse)?.statusCode == 201 else {
      throw TestFailure(String(decoding: data, as: UTF8.self))
    }
  }

  /// Changes two bytes of every blob.
  func damageBlobs() throws {
    for name in folder.files(below: "data/blobs") {
      let descriptor = open(folder.path("data/blobs/\(name)"), O_RDWR)
      defer { close(descriptor) }
      guard pwrite(descriptor, [0x55, 0xAA] as [UInt8], 2, 100) == 2 else { throw TestFailure("\(name): \(errno)") }
    }
  }

  /// Starts the shell on a terminal of its own.
  func terminal(columns: UInt16 = 100, rows: UInt16 = 30, environment: [String] = []) throws -> TerminalProgram {
    try TerminalProgram(
      Shell.path, arguments: ["--data", data],
      environment: ["TERM=xterm"] + environment
        + Shell.environment(folder).filter { entry in
          !environment.contains { $0.prefix { $0 != "=" } == entry.prefix { $0 != "=" } }
        }, columns: columns, rows: rows)
  }
}

extension Program.Outcome {
  /// The text on standard error behind the line that names the data folder; all of it if there is no such line.
  var messages: String {
    guard errors.hasPrefix("Data folder: ") else { return errors }
    return errors.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).last.map { String($0) } ?? ""
  }
}

/// The program under test.
enum Shell {
  static let path = Program.built("woof-admin")

  /// An environment in which nothing of whoever runs the tests counts.
  static func environment(_ folder: TemporaryFolder) -> [String] {
    ["HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path("state"))", "WOOF_DATA=", "LESS=", "WOOF_PAGER=cat"]
  }
}
