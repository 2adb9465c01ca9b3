// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import TestKit

@testable import ObjectStoreTestKit

/// A failure of a part while a service is moved.
enum MoveMishap: CaseIterable, Sendable {
  /// What serves is killed and started again.
  case serviceKilled
  /// The database is killed and started again.
  case databaseKilled
  /// The store refuses by 500 and 503.
  case storeRefuses
  /// The store ends connections, before a response, within one, and instead of one for what it has done.
  case storeCuts
  /// The store is slow.
  case storeSlow

  /// Makes it happen; returns when what was taken away is back, or may not come back as the move has ended.
  func happen(to service: MovableService, from side: MovableService.Side, _ random: inout SeededGenerator) async throws
  {
    switch self {
    case .serviceKilled:
      service.kill(side, &random)
      try await service.serve(side, mayWait: true)
    case .databaseKilled: service.database.kill()
    case .storeRefuses: service.store.refuseSome(&random)
    case .storeCuts: service.store.cutSome(&random)
    case .storeSlow: try await service.store.slowDown(for: .milliseconds(Int.random(in: 50...900, using: &random)))
    }
  }
}
