// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestKit

/// Kills a service again and again.
struct ServiceKiller: Sendable {
  let service: KilledService
  /// How long the service lives about.
  let interval: Duration
  /// How often it is killed at least.
  let leastCount: Int
  let seed: UInt64

  /// Goes on until the task is cancelled and the service has been killed often enough; it runs then.
  ///
  /// - Returns: How often it was killed.
  func run() async -> Int {
    var random = SeededGenerator(seed: seed)
    var count = 0
    while !Task.isCancelled || count < leastCount {
      let life = interval * (0.5 + random.fraction())
      try? await Task.sleep(for: Task.isCancelled ? .zero : life)
      guard !Task.isCancelled || count < leastCount else { break }
      service.kill()
      count += 1
      try? await Task.sleep(for: .milliseconds(Int(random.fraction() * 400)))
      do {
        try await service.start()
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        break
      }
    }
    return count
  }
}
