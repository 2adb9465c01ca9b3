// SPDX-License-Identifier: Apache-2.0

internal import PostgreSQLTestKit
internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL
internal import WoofPostgresStorage
@testable import TestKit

/// Rounds in which nodes write and one writer is stalled between the number of its change and the commit, while readers follow
/// the change log by pages and by events on each node, and one goes from node to node.
package struct OrderTrial: Sendable {
  /// The extent of a trial.
  package struct Plan: Sendable {
    /// The number of rounds.
    package var roundCount = 20
    /// The number of the first round, where chance stands as if all before it had been run.
    package var firstRound = 0
    /// Where chance begins.
    package var seed: UInt64 = 1
    /// `false` to have numbers given without the lock, which is a mistake that the trial must find.
    package var locksNumbers = true

    /// Makes the plan of a few rounds.
    package init() {}
  }

  static let nodeCount = 3
  private static let photoCount = 16
  private static let accountCount = 5

  private let plan: Plan

  /// Plans a trial.
  package init(_ plan: Plan) { self.plan = plan }

  /// Runs the trial on a server of PostgreSQL of its own.
  ///
  /// - Parameter progress: Is told the figures from time to time.
  /// - Returns: The figures, with what is wrong in the first round that went wrong, after which the trial ends.
  /// - Throws: What keeps it from being run.
  package func run(_ progress: (OrderTrialReport) -> Void = { _ in }) async throws -> OrderTrialReport {
    let server = try PostgreSQLTestServer(waitsForDisk: false)
    defer { server.end() }
    let database = try server.makeDatabase()
    let accounts = try await Self.fill(server, database)
    let gate = try CommitGate(server, database, locksNumbers: plan.locksNumbers)
    let nodes = try await OrderTrialNodes(server, database, count: Self.nodeCount)
    defer { nodes.close() }
    let before = try await gate.photos()
    let stage = OrderTrialStage(nodes, gate, accounts: accounts, knowing: before)
    var report = OrderTrialReport(seed: plan.seed)
    for number in plan.firstRound..<plan.firstRound + plan.roundCount {
      let round = OrderRound(
        number, seed: plan.seed, nodes: Self.nodeCount, photos: Self.photoCount, accounts: Self.accountCount)
      try await stage.play(round, &report)
      report.roundCount += 1
      if !report.faults.isEmpty {
        report.faults = report.faults.map { "round \(number) of seed \(plan.seed): \($0)" }
        break
      }
      if report.roundCount.isMultiple(of: max(1, plan.roundCount / 20)) { progress(report) }
    }
    return report
  }

  /// The id of the photo of a number.
  static func photoID(_ number: Int) -> PhotoID {
    PhotoID(high: UInt64(1_780_000_000_000 + number) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  /// Makes the schema, with accounts and photos.
  private static func fill(_ server: PostgreSQLTestServer, _ database: String) async throws -> [AccountID] {
    let store = try await PostgresStore(PostgreSQLSettings(server.connectionString(of: database)), upkeep: nil)
    defer { store.close() }
    let hash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1))
    let time = Timestamp(milliseconds: 1_780_000_000_000)
    var owners: [Principal] = []
    for number in 0..<accountCount {
      guard let name = AccountName("account-\(number)") else { throw TestFailure("no name") }
      owners.append(
        Principal(try await store.addAccount(name, passwordHash: hash, isAdministrator: false, at: time)))
    }
    for number in 0..<photoCount {
      guard let digest = Digest(SHA256.digest(of: Array("photo \(number)".utf8))) else {
        throw TestFailure("no digest")
      }
      let draft = PhotoDraft(
        id: photoID(number), owner: owners[number % accountCount],
        original: PhotoRecord.Original(
          digest: digest, byteCount: 1000, type: .jpeg, width: 40, height: 30, takenAt: time),
        caption: "", visibility: .public, createdAt: time)
      _ = try await store.addPhoto(draft, idempotency: nil)
    }
    return owners.map(\.id)
  }
}

/// The nodes of a trial, each behind a relay.
struct OrderTrialNodes: Sendable {
  let stores: [PostgresStore]
  let relays: [FaultyRelay]

  init(_ server: PostgreSQLTestServer, _ database: String, count: Int) async throws {
    var (stores, relays) = ([PostgresStore](), [FaultyRelay]())
    for number in 0..<count {
      let relay = try FaultyRelay(before: server.port)
      let connection = server.connectionString(
        of: database, port: relay.port, options: ["application_name=node\(number)"])
      stores.append(
        try await PostgresStore(
          PostgreSQLSettings(connection),
          configuration: PostgreSQLPoolConfiguration(size: 2, deadline: .seconds(20)),
          pollingInterval: .milliseconds(5), upkeep: nil))
      relays.append(relay)
    }
    (self.stores, self.relays) = (stores, relays)
  }

  func close() { for store in stores { store.close() } }
}
