// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ProcessKit
import WoofTesting

@testable import TestKit

/// A service that the shell administers through its data folder.
protocol AdministeredService: Sendable {
  /// Holds the files of the test, the service's data folder and what the shell keeps.
  var folder: TemporaryFolder { get }
  /// The service's data folder.
  var data: String { get }
}

/// A harness with an admin socket.
final class AdminService: AdministeredService {
  let woof: WoofHarness
  let folder: TemporaryFolder
  var data: String { woof.dataFolder }

  /// Starts a service.
  ///
  /// - Parameters:
  ///   - isOnTCP: Whether administrators reach it at its own address, too.
  ///   - tls: Whether that is encrypted.
  ///   - http: Keys of the configuration of `service.http`, in JSON5.
  init(isOnTCP: Bool = false, tls: Bool = false, http: String = "") async throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    woof = try await WoofHarness.start {
      $0.folder = folder.path
      $0.certificate = tls ? .good : nil
      $0.hasAdminSocket = true
      $0.furtherSettings = "{administration: {tcp: \(isOnTCP)}, modules: {'service.http': {\(http)}}}"
    }
  }

  /// Where the service is reached over TCP.
  var address: String { woof.url.absoluteString }

  /// Ends the service.
  func stop() async { await woof.stop() }
}

/// The real service, run as its operator runs it, for what only a process does: to be the demo, to end, to be killed.
final class AdminProcess: AdministeredService {
  let folder: TemporaryFolder
  let data: String
  private let process: WoofProcess

  /// Starts `woof serve` on a free port.
  init(_ arguments: String..., data name: String = "data") async throws {
    folder = try TemporaryFolder()
    data = folder.path(name)
    process = WoofProcess(
      Program.woof, ["--data", data, "--listen", "127.0.0.1:0"] + arguments, log: folder.path("log"),
      environment: Program.environment)
    try await start()
  }

  /// Ends the service as a power cut would.
  func kill() { process.kill() }

  /// Starts the service again.
  func start() async throws { try await process.start() }

  /// Waits for the service to end by itself, and gives its exit code.
  func end() async throws -> Int32 { try await process.outcome().code }
}

extension AdministeredService {
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
