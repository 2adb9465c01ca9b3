// SPDX-License-Identifier: Apache-2.0

import Foundation
import MemoryDisks
import WoofSync

extension HistoryImages {
  /// Makes the images, as a history of its own.
  ///
  /// - Throws: What keeps a service or a replica from being made.
  init(accounts: [String]) throws {
    let made = SimulationExecutor.shared.run(seed: 0) { () async -> Result<HistoryImages, any Error> in
      do {
        let service = try await ServiceMachine.image(accounts: accounts)
        return .success(HistoryImages(service: service, device: try Self.deviceImage()))
      } catch {
        return .failure(error)
      }
    }
    self = try made.result.get()
  }

  private static func deviceImage() throws -> MemoryDisk {
    let disk = MemoryDisk()
    let environment = SimulatedDevice.environment(SimulationRandom(seed: 0))
    try PhotoReplica.makeTables(in: URL(fileURLWithPath: SimulatedDevice.folder(on: disk)), environment: environment)
    return disk.copy()
  }
}
