// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

/// What listens where a service's admin socket would be, and responds as a test says.
final class StubAdmin: Sendable {
  let folder: TemporaryFolder
  private let listener: ScriptedListener
  private let shared: Shared

  /// - Parameter responses: The content of responses in JSON, by method and path, or target where that matters.
  init(_ responses: [String: any Encodable & Sendable]) throws {
    let folder = try TemporaryFolder()
    let state = Shared(try responses.mapValues { Array(try JSONText.line($0).utf8) })
    self.folder = folder
    shared = state
    listener = try ScriptedListener(path: folder.path("admin.sock")) { request in
      let path = request.target.prefix { $0 != "?" }
      let routes = ["\(request.method) \(request.target)", "\(request.method) \(path)"]
      guard let content = routes.lazy.compactMap({ state.content($0) }).first else {
        return ScriptedListener.json(
          "{\"type\":\"https://woof.invalid/problems/not-found\",\"title\":\"Not found\"}", status: 404)
      }
      let type =
        path.hasSuffix("/metrics")
        ? "text/plain"
        : path.hasSuffix("/progress") || path.hasSuffix("/events") ? "application/x-ndjson" : "application/json"
      return ScriptedListener.response(200, ["Content-Type": type], content)
    }
  }

  /// What was asked, by method and target.
  var requests: [String] { listener.requests.map { "\($0.method) \($0.target)" } }

  /// Responds with these bytes from now on.
  func respond(to route: String, bytes: [UInt8]) { shared.set(route, bytes) }

  /// Responds with this value from now on.
  func respond(to route: String, with value: some Encodable) throws {
    respond(to: route, bytes: Array(try JSONText.line(value).utf8))
  }

  /// Starts the shell on a terminal of its own.
  func terminal(columns: UInt16 = 100, rows: UInt16 = 30, environment: [String] = []) throws -> TerminalProgram {
    try TerminalProgram(
      Shell.path, arguments: ["--data", folder.path],
      environment: ["TERM=xterm"] + environment + Shell.environment(folder),
      columns: columns, rows: rows)
  }

  /// Runs one command to its end.
  func run(_ commands: String..., input: String = "") async throws -> Program.Outcome {
    try await Program(
      Shell.path, arguments: ["--data", folder.path] + commands.flatMap { ["-c", $0] }, input: input,
      environment: Shell.environment(folder)
    ).outcome()
  }

  private final class Shared: Sendable {
    private let responses: Mutex<[String: [UInt8]]>
    init(_ responses: [String: [UInt8]]) { self.responses = Mutex(responses) }
    func content(_ route: String) -> [UInt8]? { responses.withLock { $0[route] } }
    func set(_ route: String, _ bytes: [UInt8]) { responses.withLock { $0[route] = bytes } }
  }
}

extension AdminStatus {
  /// Of a service that is none.
  static let sample = AdminStatus(
    version: "9.9", processID: 7, startedAt: Timestamp(milliseconds: 0), addresses: [], folder: "/data",
    configurationVersion: 1)
}

extension AdminPhoto {
  /// A photo that can be drawn without being fetched.
  static func sample(_ number: UInt64, caption: String = "") throws -> AdminPhoto {
    guard let digest = Digest([UInt8](repeating: 7, count: 32)) else { throw TestFailure("no digest") }
    let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_0000 + number)
    return AdminPhoto(
      metadata: PhotoMetadata(
        id: id, owner: "ada", caption: caption, contentType: .jpeg, byteCount: 1234, digest: digest, width: 300,
        height: 400, createdAt: id.createdAt, placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
  }
}

extension AdminJob {
  /// A check that has come so far, of which all is sound.
  static func sample(_ state: State, done: Int64) -> AdminJob {
    let sound: [String: JSONValue] = [
      "isSound": true, "blobCount": 100, "blobByteCount": 123_400, "orphanCount": 0, "findings": .array([]),
      "omittedCount": 0, "quarantined": .array([]),
    ]
    return AdminJob(
      id: 3, request: .check(.bytes), startedBy: "unix:root", state: state,
      progress: Progress(step: "reading", done: done, total: 100, unit: .photos),
      startedAt: Timestamp(milliseconds: 0), endedAt: state.isFinal ? Timestamp(milliseconds: 2_500) : nil,
      result: state == .done ? .object(sound) : nil)
  }
}

extension AdminAccount {
  /// An account that has nothing.
  static func sample(_ name: String) -> AdminAccount {
    AdminAccount(
      name: name, isAdministrator: false, isDisabled: false, createdAt: Timestamp(milliseconds: 0), photoCount: 0,
      favouriteCount: 0)
  }
}
