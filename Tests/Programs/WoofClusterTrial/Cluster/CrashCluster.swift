// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PostgreSQLTestKit
import ProcessKit
import WoofCore
import WoofCryptography
import WoofModel
import WoofPostgreSQL
import WoofPostgresStorage

@testable import ObjectStoreTestKit
@testable import TestKit

/// Nodes of `woof serve` on one database and one object store, all parts of which can be made to fail.
final class CrashCluster: Sendable {
  static let password = "tail wagging"

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
    try folder.write(PostgreSQLTestServer.password + "\n", to: "password")
    try folder.write(#"{ accessKey: "AKIDTEST", secret: "verysecret" }"#, to: "credentials")
    var (ports, nodes) = ([Int](), [WoofProcess]())
    for number in 0..<nodeCount {
      let free = try FreePort()
      close(free.descriptor)
      ports.append(free.number)
      let address = standby.map {
        "postgresql://woof@127.0.0.1:\(server.port),127.0.0.1:\($0.port)/woof?sslmode=disable"
          + "&target_session_attrs=read-write"
      }
      let text = Self.configuration(
        folder, number, port: free.number,
        connection: address ?? database.address(of: "woof", port: relays[number].port), store: store.port)
      try folder.write(text, to: "node\(number).json5")
      nodes.append(
        WoofProcess(woof, ["--config", folder.path("node\(number).json5")], log: folder.path("node\(number).log")))
    }
    (self.ports, self.nodes) = (ports, nodes)
    for node in nodes { try await node.start() }
  }

  private static func addAccounts(_ names: [String], to database: MortalPostgreSQL) async throws {
    let address =
      "postgresql://woof:\(PostgreSQLTestServer.password)@127.0.0.1:\(database.port)/woof?sslmode=disable"
    let records = try await PostgresStore(PostgreSQLSettings(address), upkeep: nil)
    defer { records.close() }
    let cost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)
    let hash = try PasswordHash(hashing: password, cost: cost)
    for name in names {
      guard let name = AccountName(name) else { throw TestFailure("\(name) is no name") }
      _ = try await records.addAccount(name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now())
    }
  }

  private static func configuration(
    _ folder: TemporaryFolder, _ number: Int, port: Int, connection: String, store: Int
  ) -> String {
    """
    {
      modules: {
        "storage.embedded": { enabled: false },
        "storage.postgres": {
          enabled: true, folder: "\(folder.path("node\(number)"))", connection: "\(connection)",
          passwordFile: "\(folder.path("password"))", deadline: "3s",
        },
        "storage.s3": {
          enabled: true, endpoint: "http://127.0.0.1:\(store)", bucket: "faulty",
          credentials: "\(folder.path("credentials"))",
        },
        "service.http": {
          listen: ["127.0.0.1:\(port)"], rates: { perAccount: 0, perAddress: 0 },
        },
      },
    }
    """
  }

  /// Lets the two minutes pass for which a node that is gone keeps others from its requests.
  func lapse() {
    // Of two servers one cannot be written.
    for server in [database, standby].compactMap(\.self) {
      _ = try? server.execute(
        "UPDATE running_key SET expires_at = 0; UPDATE upload SET completing_until = 0 WHERE is_complete", in: "woof")
    }
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
