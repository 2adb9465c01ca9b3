// SPDX-License-Identifier: Apache-2.0

import Foundation
import MemoryDisks
import WoofSync

extension HistoryImages {
  /// Makes the images, as a history of its own.
  ///
  /// - Throws: What keeps a service or a replica from being made.
  init(accounts: [String]) throws {
    let made = Made()
    _ = SimulationExecutor.shared.run(seed: 0) {
      do {
        made.images = .success((try await ServiceMachine.image(accounts: accounts), try Self.deviceImage()))
      } catch {
        made.images = .failure(error)
      }
    }
    let (service, device) = try made.images.get()
    self.init(service: service, device: device)
  }

  private static func deviceImage() throws -> MemoryDisk {
    let disk = MemoryDisk()
    let environment = SimulatedDevice.environment(SimulationRandom(seed: 0))
    try PhotoReplica.makeTables(in: URL(fileURLWithPath: SimulatedDevice.folder(on: disk)), environment: environment)
    return disk.copy()
  }

  /// Takes the images out of the history that makes them.
  private final class Made: @unchecked Sendable {  // one thread runs everything
    var images: Result<(MemoryDisk, MemoryDisk), any Error> = .failure(CancellationError())
  }
}
