// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration

@testable import WoofCommandLine

/// A program with the shapes of commands that there are.
let kennel = CommandLineInterface(
  name: "kennel", version: "1.2.3", summary: "keeps dogs",
  commands: [
    .command(Serve.self),
    .group(name: "account", summary: "Keeps accounts.", [.command(AccountAdd.self), .command(AccountList.self)]),
    .command(Fail.self),
  ])

struct Serve: Command {
  static let name = "serve"
  static let summary = "Runs the service."
  static let discussion = """
    The service runs until it is told to stop. What is asked for here comes before what the configuration says, and \
    what neither says has a default.

    It listens on loopback.
    """

  let configuration: String?
  let addresses: [String]
  let idle: Duration
  let workers: Int
  let spool: ByteCount?
  let format: Format
  let isDemo: Bool

  init(from reader: inout ArgumentReader) {
    configuration = reader.option("--config", short: "-c", .text("FILE"), "The configuration.")
    addresses = reader.options("--listen", .text("HOST:PORT"), "Where to listen.")
    idle = reader.option("--idle", .duration(in: .seconds(1)...(.seconds(60))), "How long to rest.") ?? .seconds(5)
    workers = reader.option("--workers", .integer(in: 1...64), default: 2, "How many threads work.")
    spool = reader.option("--spool", .byteCount(in: .bytes(1)...(.gigabytes(1))), "How much is spooled.")
    format = reader.option("--format", .choice(of: Format.self), "How log lines look.") ?? .logfmt
    isDemo = reader.flag("--demo", "Fills an empty data folder with sample photos.")
    if isDemo, addresses.contains("0.0.0.0:80") {
      reader.refuse(because: "--demo listens on loopback only; leave --listen out")
    }
  }

  enum Format: String, CaseIterable { case logfmt, json }

  func run() async throws -> ExitCode { .done }
}

struct AccountAdd: Command {
  static let name = "add"
  static let summary = "Adds an account."
  let account: String
  let nickname: String?

  init(from reader: inout ArgumentReader) {
    account = reader.argument("NAME", "The account's name.")
    nickname = reader.optionalArgument("NICKNAME", "What friends say.")
  }

  func run() async throws -> ExitCode { ExitCode(rawValue: 7) }
}

struct AccountList: Command {
  static let name = "list"
  static let summary = "Lists accounts."
  let names: [String]

  init(from reader: inout ArgumentReader) {
    names = reader.arguments("NAMES", "Which accounts; by default all.")
  }

  func run() async throws -> ExitCode { .done }
}

struct Fail: Command {
  static let name = "fail"
  static let summary = "Fails."
  let isPlain: Bool

  init(from reader: inout ArgumentReader) {
    isPlain = reader.flag("--plain", "Fails with any error.")
  }

  func run() async throws -> ExitCode {
    if isPlain { throw PlainError() }
    throw CommandFailure("sign-in failed", exitCode: ExitCode(rawValue: 77))
  }
}

private struct PlainError: Error {}

/// The command that a command line of the sample program calls.
func called<Called: Command>(_ arguments: String..., as type: Called.Type = Called.self) throws -> Called? {
  guard case .run(let command, _) = try kennel.parse(arguments) else { return nil }
  return command as? Called
}

/// The text that a command line of the sample program shows.
func shown(_ arguments: String..., width: Int = 80) throws -> String? {
  guard case .show(let text) = try kennel.parse(arguments, width: width) else { return nil }
  return text
}
