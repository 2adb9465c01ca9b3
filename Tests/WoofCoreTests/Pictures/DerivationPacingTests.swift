// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCore

struct DerivationPacingTests {
  @Test func `a failing photo waits four times as long each time, and is given up after five attempts`() {
    let steps = (1...7).map { DerivationPacing.step(afterAttempts: $0) }
    let waits = [60, 240, 960, 3840].map { DerivationPacing.Step.wait(seconds: $0) }
    #expect(steps == waits + [.giveUp, .giveUp, .giveUp])
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `no count of attempts overflows`(attempts: Int) {
    #expect(DerivationPacing.step(afterAttempts: attempts) == (attempts > 5 ? .giveUp : .wait(seconds: 60)))
  }
}
