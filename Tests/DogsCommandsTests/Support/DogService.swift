// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The real service, run as its operator runs it, and `dogs` beside it.
final class DogService: Sendable {
  static let password = "tail wagging"

  let folder: TemporaryFolder
  /// The options by which `dogs` finds the service and trusts it.
  let options: [String]
  private let arguments: [String]
  private let program: Mutex<Program>

  /// Starts `woof serve` on a free port, with these accounts.
  init(tls: Bool = false, accounts: [String] = ["ada"], arguments: [String] = []) async throws {
    let folder = try TemporaryFolder()
    let data = folder.path("data")
    let arguments = ["serve", "--data", data] + (tls ? ["--tls-self-signed"] : []) + arguments
    let (program, address) = try await Self.start(arguments + ["--listen", "127.0.0.1:0"])
    for account in accounts {
      let outcome = try await Program.run(["account", "add", account, "--data", data], input: "\(Self.password)\n")
      guard outcome.code == 0 else { throw TestFailure(outcome.errors) }
    }
    self.folder = folder
    self.program = Mutex(program)
    self.arguments = arguments
    options = ["--url", address] + (tls ? ["--ca", "\(data)/development.pem"] : [])
  }

  /// Ends the service as a power cut would, and starts it again at the same address.
  func restart() async throws {
    let old = program.withLock { $0 }
    old.signal(SIGKILL)
    _ = try await old.outcome()
    let address = options[1].split(separator: "/").last.map(String.init) ?? ""
    let (new, _) = try await Self.start(arguments + ["--listen", address])
    program.withLock { $0 = new }
  }

  private static func start(_ arguments: [String]) async throws -> (Program, address: String) {
    let program = try Program(arguments: arguments)
    try await eventually { program.errors.contains("\"listening\"") || program.hasEnded }
    let parts = program.errors.split(separator: "\"address\":\"")
    guard let address = parts.dropFirst().first?.split(separator: "\"").first else {
      throw TestFailure("woof serve has ended: \(program.errors)")
    }
    return (program, String(address))
  }

  /// Runs `dogs` to its end, without a terminal.
  ///
  /// - Parameter account: Whose name and password the environment holds; `nil` for nobody's.
  func dogs(_ arguments: String..., as account: String? = nil) async throws -> Program.Outcome {
    try await Dogs.run(options + arguments, environment: Self.environment(account))
  }

  /// Starts `dogs` on a terminal of its own.
  func onTerminal(
    _ arguments: String..., as account: String? = nil, columns: UInt16 = 100
  ) throws -> TerminalProgram {
    try onTerminal(arguments, as: account, columns: columns)
  }

  /// Starts `dogs` on a terminal of its own.
  func onTerminal(_ arguments: [String], as account: String? = nil, columns: UInt16 = 100) throws -> TerminalProgram {
    try TerminalProgram(
      Program.dogs, arguments: options + arguments,
      environment: Dogs.environment + Self.environment(account) + ["TERM=xterm-256color"], columns: columns)
  }

  /// Uploads a picture for everybody, and gives its id.
  func upload(_ bytes: [UInt8], caption: String = "", as account: String = "ada") async throws -> String {
    try folder.write(bytes, to: "upload.jpg")
    let outcome = try await dogs(
      "upload", folder.path("upload.jpg"), "--caption", caption, "--visibility", "public", "--json", as: account)
    guard outcome.code == 0, let id = try JSONLines(outcome.output).first?["id"] else {
      throw TestFailure("\(outcome)")
    }
    return id
  }

  /// Ends the service.
  func stop() async throws {
    let program = program.withLock { $0 }
    program.signal(SIGTERM)
    _ = try await program.outcome()
  }

  private static func environment(_ account: String?) -> [String] {
    account.map { ["DOGS_USER=\($0)", "DOGS_PASSWORD=\(password)"] } ?? []
  }
}

/// The command `dogs`.
enum Dogs {
  /// What keeps whoever runs the tests from being signed in.
  static let environment = ["DOGS_CREDENTIALS=/nonexistent/credentials.json", "DOGS_URL=", "DOGS_USER="]

  /// Runs it to its end, in a session of its own, which has no terminal to ask on.
  static func run(_ arguments: [String], environment: [String] = []) async throws -> Program.Outcome {
    try await Program.run(
      "setsid", ["-w", Program.dogs] + arguments, environment: Self.environment + environment)
  }
}

extension String {
  /// Returns the text before and after the last occurrence of a string, or `nil` if there is none.
  func parted(at text: String) -> (before: String, after: String)? {
    guard let range = ranges(of: text).last else { return nil }
    return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
  }
}

/// Lines of JSON objects, of whose members the text is looked at.
struct JSONLines: Sequence {
  struct Line {
    let members: [String: JSONValue]

    /// The text of a member; of one that is no text, its description.
    subscript(name: String) -> String? {
      switch members[name] {
      case .string(let text): text
      case .integer(let number): "\(number)"
      case .bool(let flag): "\(flag)"
      case .object(let members): Line(members: members)["code"]
      default: nil
      }
    }
  }

  let lines: [Line]

  init(_ text: String) throws {
    lines = try text.split(separator: "\n").map { line in
      guard case .object(let members) = try JSONReading.value(of: String(line)) else {
        throw TestFailure("no object: \(line)")
      }
      return Line(members: members)
    }
  }

  var first: Line? { lines.first }
  var count: Int { lines.count }
  func makeIterator() -> IndexingIterator<[Line]> { lines.makeIterator() }
}
