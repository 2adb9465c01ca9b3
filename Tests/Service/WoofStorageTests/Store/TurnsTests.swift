// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofStorage
import WoofStoreConformance
import WoofSystem

/// Stores that have no threads of their own.
@Suite(.timeLimit(.minutes(2))) struct TurnsTests {
  @Test(arguments: StoreBehaviour.all)
  func `stores that work by turns fulfil the contract of the core`(_ behaviour: StoreBehaviour) async throws {
    try await withStorage(configuration: Self.configuration) { try await behaviour.check($0.stores) }
  }

  @Test func `what was acknowledged is there after the stores have been closed and opened again`() async throws {
    let store = try await StoreOnDisk()
    try await withStorage(in: store.folder, configuration: Self.configuration) { storage in
      _ = try await storage.stores.edit(Sample.photoID(2), .deletion)
    }
    try await withStorage(in: store.folder) { storage in
      let photo = try await storage.records.photo(Sample.photoID(2))
      #expect(photo?.isDeleted == true)
    }
  }

  private static var configuration: EmbeddedStoreConfiguration {
    var configuration = EmbeddedStoreConfiguration()
    configuration.workplace = .turns(QueueScheduler())
    return configuration
  }
}

/// Gives turns on a queue of Dispatch.
private final class QueueScheduler: TurnScheduler {
  private let queue = DispatchQueue(label: "turns")

  func schedule(_ turn: @escaping @Sendable () -> Void) { queue.async(execute: turn) }

  func schedule(after nanoseconds: Int64, _ turn: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds)), execute: turn)
  }
}
