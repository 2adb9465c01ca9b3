// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PostgreSQLTestKit
import ProcessKit
import WoofCore
import WoofPostgresStorage
import WoofStorage

@testable import ObjectStoreTestKit
@testable import TestKit

/// A service that moves from its data folder to nodes with a database and an object store, and back.
final class MovableService: Sendable {
  static let nodeCount = 2

  /// The two places that a service can be served from.
  enum Side: Sendable {
    case folder, nodes

    /// The numbers of the ports where it is served.
    var ports: Range<Int> { self == .folder ? 0..<1 : 1..<(1 + MovableService.nodeCount) }

    var other: Side { self == .folder ? .nodes : .folder }
  }

  let database: MortalPostgreSQL
  let store: FaultyObjectStore
  /// The port of the service of the data folder, and those of the nodes.
  let ports: [Int]
  private let woof: String
  private let home: WoofProcess
  private let nodes: [WoofProcess]
  private let folder: TemporaryFolder
  private let configuration: String

  /// Starts the service on its data folder, and a database and a store that are empty.
  ///
  /// - Parameters:
  ///   - woof: The path of the command.
  ///   - names: The names of the accounts.
  /// - Throws: What keeps them from running.
  init(_ woof: String, accounts names: [String]) async throws {
    self.woof = woof
    let folder = try TemporaryFolder()
    self.folder = folder
    store = try FaultyObjectStore()
    database = try MortalPostgreSQL()
    try database.execute("CREATE DATABASE woof")
    ports = try (0...Self.nodeCount).map { _ in
      let free = try FreePort()
      close(free.descriptor)
      return free.number
    }
    let (ports, storePort, connection) = (ports, store.port, database.address(of: "woof"))
    let configurations = (1...Self.nodeCount).map {
      NodeConfiguration(number: $0, port: ports[$0], connection: connection, storePort: storePort)
    }
    configuration = try configurations[0].write(to: folder)
    nodes = try configurations.map { try $0.makeProcess(of: woof, in: folder) }
    try folder.write(Self.homeConfiguration, to: "home.json5")
    home = WoofProcess(
      woof,
      ["--data", folder.path("data"), "--config", folder.path("home.json5"), "--listen", "127.0.0.1:\(ports[0])"],
      log: folder.path("home.log"))
    try await addAccounts(names)
    try await home.start()
  }

  private static let homeConfiguration = """
    { modules: { "service.http": { rates: { perAccount: 0, perAddress: 0 } } } }
    """

  private func addAccounts(_ names: [String]) async throws {
    _ = try await DataFolder.make(at: folder.path("data"))
    let records = try EmbeddedStore(in: try DataFolder.open(at: folder.path("data"), for: .accounts))
    try await records.addAccounts(named: names)
    await records.close()
  }

  // MARK: Moving

  /// Starts `woof move`.
  ///
  /// - Parameters:
  ///   - side: Where to.
  ///   - options: Further options.
  func move(to side: Side, _ options: [String]) throws -> ChildProcess {
    let words = ["move", configuration, "--data", folder.path("data"), "--switch"]
    return try ChildProcess(
      woof, words + (side == .folder ? ["--back"] : []) + options, output: .file(folder.path("move.out")),
      errors: .file(folder.path("move.errors")))
  }

  /// What the last move has printed, and its complaints.
  var moveOutput: String { text(of: "move.out") + text(of: "move.errors") }

  /// `true` where the side that is moved from takes no more writes, for the last that is carried over.
  func isSwitching(to side: Side) -> Bool {
    side == .folder ? hasMark(.closed) : !home.isRunning
  }

  /// `true` if a move has left a mark in the database.
  private func hasMark(_ side: MoveMark.Side) -> Bool {
    let names = try? database.execute("SELECT name FROM installation WHERE name = '\(side.rawValue)'", in: "woof")
    return names?.isEmpty == false
  }

  // MARK: Serving

  /// Starts nodes where they would wait for a move that has begun.
  func startWaitingNodes() throws {
    guard nodes.contains(where: { !$0.isRunning }), hasMark(.target) else { return }
    for node in nodes where !node.isRunning { try node.launch() }
  }

  /// Starts what serves a side and does not run, unless the side has been moved from, or is being moved to.
  ///
  /// - Parameter mayWait: `true` where it is no failure that nodes go on to wait for the end of a move.
  /// - Returns: `false` where the service refuses, or waits and may.
  /// - Throws: ``ProcessKit/ProcessFailure`` where it neither listens nor says why after a minute.
  @discardableResult
  func serve(_ side: Side, mayWait: Bool) async throws -> Bool {
    for process in side == .folder ? [home] : nodes where try await !serve(process, mayWait) { return false }
    return true
  }

  private func serve(_ process: WoofProcess, _ mayWait: Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    if !process.isRunning { try process.launch() }
    while process.addresses.isEmpty || !process.isRunning {
      guard ContinuousClock.now < end else { throw process.failure }
      let log = process.errors
      if process.isRunning ? mayWait && log.contains("waiting until") : log.contains("been moved") { return false }
      try await Task.sleep(for: .milliseconds(20))
      if !process.isRunning { try process.launch() }
    }
    return true
  }

  /// Kills a process that serves a side.
  func kill(_ side: Side, _ random: inout SeededGenerator) {
    (side == .folder ? [home] : nodes).randomElement(using: &random)?.kill()
  }

  /// Ends what still serves a side, as an operator would, after it has been moved from.
  ///
  /// - Returns: A complaint where the service of the folder still runs, which the move has ended.
  func leave(_ side: Side) async throws -> [String] {
    guard side == .folder else {
      for node in nodes { node.stop() }
      // Of one that was killed it is believed for two minutes that it runs.
      _ = try database.execute("UPDATE lease SET expires_at = 0", in: "woof")
      return []
    }
    return home.isRunning ? ["the service of the folder runs after the move"] : []
  }

  /// Lets the two minutes pass for which a node that is gone keeps others from its requests.
  func lapse() { database.lapse() }

  // MARK: Looking

  /// Has `woof check` look at what is served from a side.
  ///
  /// - Returns: What it found wrong.
  func check(_ side: Side) -> [String] {
    let place = side == .folder ? ["--data", folder.path("data")] : ["--config", configuration]
    do {
      let check = try ChildProcess(woof, ["check"] + place, output: .file(folder.path("check")), errors: .discarded)
      return check.wait() == 0 ? [] : ["woof check: \(text(of: "check").suffix(2_000))"]
    } catch {
      return ["woof check: \(error)"]
    }
  }

  private func text(of name: String) -> String {
    (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
  }

  /// The last lines of all logs.
  var logs: String {
    ([home] + nodes).map { $0.logLines.suffix(8).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Ends all parts.
  func end() {
    for process in [home] + nodes { process.kill() }
    database.end()
  }
}
