// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import TestKit

@testable import ObjectStoreTestKit

/// A failure of a part of a cluster.
enum Mishap: CaseIterable, Sendable {
  /// A node is killed and started again.
  case nodeKilled
  /// The database is killed and started again.
  case databaseKilled
  /// All connections of a node to the database are cut.
  case connectionsCut
  /// Nothing passes between a node and the database for a while.
  case connectionsStalled
  /// A node hears no answers of the database for a while, and is cut off then.
  case answersLost
  /// The store refuses by 500 and 503.
  case storeRefuses
  /// The store ends connections: before a response, within one, and instead of one for what it has done.
  case storeCuts
  /// The store is slow.
  case storeSlow

  /// Makes it happen; returns when what was taken away is back.
  func happen(to cluster: CrashCluster, _ random: inout SeededGenerator) async throws {
    let node = Int.random(in: 0..<cluster.ports.count, using: &random)
    let pause = Duration.milliseconds(Int.random(in: 50...900, using: &random))
    switch self {
    case .nodeKilled:
      cluster.kill(node)
      try await Task.sleep(for: pause / 4)
      try await cluster.start(node)
    case .databaseKilled: cluster.database.kill()
    case .connectionsCut: cluster.relays[node].cut()
    case .connectionsStalled:
      cluster.relays[node].mode = .stalls
      try await Task.sleep(for: pause)
      cluster.relays[node].mode = .passes
    case .answersLost:
      cluster.relays[node].mode = .keepsAnswers
      try await Task.sleep(for: pause)
      cluster.relays[node].cut()
      cluster.relays[node].mode = .passes
    case .storeRefuses: cluster.store.refuseSome(&random)
    case .storeCuts: cluster.store.cutSome(&random)
    case .storeSlow: try await cluster.store.slowDown(for: pause)
    }
  }
}

extension FaultyObjectStore {
  /// Refuses some of the next requests by 500 and 503.
  func refuseSome(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      fail(Bool.random(using: &random) ? "PUT" : "GET", .refuse(Bool.random(using: &random) ? 500 : 503))
    }
  }

  /// Answers late for a while.
  func slowDown(for time: Duration) async throws {
    slowDown(upToMicroseconds: 150_000)
    try await Task.sleep(for: time)
    slowDown(upToMicroseconds: 0)
  }

  /// Ends the connections of some of the next requests: before a response, within one, and instead of one for what is done.
  func cutSome(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      fail("GET", .cut(after: Int.random(in: 0...20_000, using: &random)))
      fail("PUT", Bool.random(using: &random) ? .hangUp : .loseAnswer)
    }
  }
}
