// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PostgreSQLTestKit
import ProcessKit
import WoofCore
import WoofPostgreSQL
import WoofPostgresStorage

@testable import ObjectStoreTestKit
@testable import TestKit

/// Nodes of `woof serve` on one database and one object store, all parts of which can be made to fail.
final class CrashCluster: Sendable {
  /// The database that the nodes begin with, and the standby that may take its place.
  let database: MortalPostgreSQL
  let standby: MortalPostgreSQL?
  /// The relays before the database, one for each node; none where there is a standby.
  let relays: [FaultyRelay]
  let store: FaultyObjectStore
  /// The ports of the nodes.
  let ports: [Int]
  private let nodes: [WoofProcess]
  private let folder: TemporaryFolder

  /// Starts all parts.
  ///
  /// - Parameters:
  ///   - woof: The path of the command.
  ///   - names: The names of the accounts.
  ///   - hasStandby: `true` for a database with a standby that has all that was answered.
  /// - Throws: What keeps them from running.
  init(_ woof: String, nodeCount: Int, accounts names: [String], hasStandby: Bool = false) async throws {
    folder = try TemporaryFolder()
    store = try FaultyObjectStore()
    database = try MortalPostgreSQL()
    try database.execute("CREATE DATABASE woof")
    try await Self.addAccounts(names, to: database)
    standby = try hasStandby ? MortalPostgreSQL(following: database) : nil
    if hasStandby { try database.waitForStandby() }
    let server = database
    relays = try hasStandby ? [] : (0..<nodeCount).map { _ in try FaultyRelay(before: server.port) }
    var (ports, nodes) = ([Int](), [WoofProcess]())
    for number in 0..<nodeCount {
      let free = try FreePort()
      close(free.descriptor)
      ports.append(free.number)
      let address = standby.map {
        "postgresql://woof@127.0.0.1:\(server.port),127.0.0.1:\($0.port)/woof?sslmode=disable"
          + "&target_session_attrs=read-write"
      }
      let configuration = NodeConfiguration(
        number: number, port: free.number,
        connection: address ?? database.address(of: "woof", port: relays[number].port), storePort: store.port)
      nodes.append(try configuration.makeProcess(of: woof, in: folder))
    }
    (self.ports, self.nodes) = (ports, nodes)
    for node in nodes { try await node.start() }
  }

  private static func addAccounts(_ names: [String], to database: MortalPostgreSQL) async throws {
    let address =
      "postgresql://woof:\(PostgreSQLTestServer.password)@127.0.0.1:\(database.port)/woof?sslmode=disable"
    let records = try await PostgresStore(PostgreSQLSettings(address), upkeep: nil)
    defer { records.close() }
    try await records.addAccounts(named: names)
  }

  /// Lets the two minutes pass for which a node that is gone keeps others from its requests.
  func lapse() {
    // Of two servers one cannot be written.
    for server in [database, standby].compactMap(\.self) { server.lapse() }
  }

  /// Kills a node.
  func kill(_ number: Int) { nodes[number].kill() }

  /// Starts a node until it listens: one whose database is not there yet may end.
  func start(_ number: Int) async throws {
    for attempt in 1... {
      do {
        return try await nodes[number].start()
      } catch {
        guard attempt < 40 else { throw error }
        try await Task.sleep(for: .milliseconds(250))
      }
    }
  }

  /// The last lines of the log of each node.
  var logs: String {
    nodes.enumerated().map { "node \($0):\n" + $1.logLines.suffix(8).joined(separator: "\n") }.joined(separator: "\n")
  }

  /// Ends all parts.
  func end() {
    for node in nodes { node.kill() }
    standby?.end()
    database.end()
  }
}
