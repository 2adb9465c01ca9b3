// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofStorage
import WoofStoreConformance

@Suite(.timeLimit(.minutes(2)))
struct EmbeddedStorageConformanceTests {
  @Test(arguments: StoreBehaviour.all)
  func `the embedded stores fulfil the contract of the core`(_ behaviour: StoreBehaviour) async throws {
    try await withStorage(configuration: EmbeddedStoreConfiguration()) { try await behaviour.check($0.stores) }
  }
}
