// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import WoofCryptography

struct LibCryptoTests {
  // Several times, as a thread need not hash at the moment of the exit.
  @Test(arguments: 1...5) func `a process exits with its code while threads hash passwords`(_: Int) async {
    await #expect(processExitsWith: .exitCode(7)) {
      LibCrypto.skipCleanupAtExit()
      for _ in 0..<4 {
        Thread.detachNewThread {
          while true { _ = try? PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 4)) }
        }
      }
      usleep(50_000)
      exit(7)
    }
  }
}
