// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofModel
import WoofTesting

@testable import TestKit
@testable import TestPictures

/// A harness, and `dogs` beside it.
final class DogService: Sendable {
  static let password = HarnessContents.password

  private let woof: WoofHarness
  /// Holds the files of the test, and the harness's data in `data`.
  let folder: TemporaryFolder
  /// The options by which `dogs` finds the service and trusts it.
  let options: [String]

  /// Starts a service with these accounts.
  ///
  /// - Parameter http: Keys of the configuration of `service.http`, in JSON5.
  init(tls: Bool = false, accounts: [String] = ["ada"], http: String = "") async throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    let woof = try await WoofHarness.start {
      $0.folder = folder.path
      $0.certificate = tls ? .good : nil
      $0.furtherSettings = "{modules: {'service.http': {\(http)}}}"
      for account in accounts { $0.account(account) }
    }
    self.woof = woof
    let authority = woof.certificateAuthorityFile.map { ["--ca", $0.path] } ?? []
    options = ["--url", woof.url.absoluteString] + authority
  }

  /// Ends the service as a power cut would, and starts it again at the same address.
  func restart() async throws { try await woof.kill() }

  /// Ends the service; its address refuses connections until ``bringUp()``.
  func takeDown() async throws { try await woof.takeDown() }

  /// Keeps requests for a path waiting, until ``relent()``.
  ///
  /// - Parameter first: The number of the first request that waits, from 1.
  /// - Returns: What waits until one of them has arrived.
  func stall(
    _ path: String, _ method: RequestMethod = .get, first: Int = 1
  ) throws -> @Sendable () async throws -> Void {
    let handle = try woof.faults.inject(
      .delay(.fixed(.seconds(3600))), into: RequestPattern(method, path), first: first)
    return { [woof] in try await woof.faults.happened(handle) }
  }

  /// Has requests for a path refused, as by something before the service, until ``relent()``.
  ///
  /// - Parameter path: The path, in which `*` stands for any segment.
  func refuse(_ path: String, _ method: RequestMethod = .get, status: Int = 403, name: String = "forbidden") throws {
    let problem = StubbedResponse.problem(name, status: status, title: "Refused", "Nobody may do this today.")
    try woof.faults.inject(.response(problem), into: RequestPattern(method, path))
  }

  /// Has the next request for a path refused.
  func refuseNext(_ path: String, status: Int, name: String) throws {
    let problem = StubbedResponse.problem(name, status: status, title: "Refused", "It is not there any more.")
    try woof.faults.inject(.response(problem), into: .get(path), count: 1)
  }

  /// The number of requests for a path so far.
  func count(of path: String, _ method: RequestMethod) -> Int {
    woof.journal.exchanges.count { RequestPattern(method, path).matches($0) }
  }

  /// The parts that requests for a path asked for; what asked for all of it is left out.
  func ranges(of path: String) -> [String] {
    woof.journal.exchanges.filter { RequestPattern(.get, path).matches($0) }.compactMap { $0.fields["Range"] }
  }

  /// Has requests for a path answered by JSON, until ``relent()``.
  func answer(_ path: String, _ json: String, _ method: RequestMethod = .get) throws {
    try woof.faults.inject(.response(.json(json)), into: RequestPattern(method, path))
  }

  /// Cuts the connection of the next request for a path, once so many bytes of its response have gone.
  ///
  /// - Parameter path: The path, in which `*` stands for any segment.
  func cut(_ path: String, after byteCount: Int) throws {
    try woof.faults.inject(.cut(.response, after: byteCount, by: .reset), into: .get(path), count: 1)
  }

  /// Sends responses to requests for a path slowly, until ``relent()``.
  ///
  /// - Parameter path: The path, in which `*` stands for any segment.
  func drip(_ path: String, byteCount: Int, every interval: Duration) throws {
    try woof.faults.inject(.drip(.response, byteCount: byteCount, every: interval), into: .get(path))
  }

  /// Refuses and delays nothing any more.
  func relent() { woof.faults.removeAll() }

  /// Starts the service again.
  func bringUp() async throws { try await woof.bringUp() }

  /// Runs `dogs` to its end, without a terminal.
  ///
  /// - Parameter account: Whose name and password the environment holds; `nil` for nobody's.
  func dogs(_ arguments: String..., as account: String? = nil) async throws -> Program.Outcome {
    try await Dogs.run(options + arguments, environment: environment(account))
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
      environment: Dogs.environment + environment(account) + ["TERM=xterm-256color"], columns: columns)
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
  func stop() async throws { await woof.stop() }

  /// The variables of an account's environment, with a folder of the test's own for replicas.
  func environment(_ account: String?) -> [String] {
    let credential = account.map { ["DOGS_USER=\($0)", "DOGS_PASSWORD=\(Self.password)"] } ?? []
    return credential + ["XDG_DATA_HOME=\(folder.path("share"))"]
  }
}

/// The command `dogs`.
enum Dogs {
  /// What keeps whoever runs the tests from being signed in.
  static let environment = [
    "DOGS_CREDENTIALS=/nonexistent/credentials.json", "DOGS_URL=", "DOGS_USER=", "DOGS_REPLICA=", "DOGS_OFFLINE=",
    "XDG_DATA_HOME=/nonexistent",
  ]

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
