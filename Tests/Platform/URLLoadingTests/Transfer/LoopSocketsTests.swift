// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import URLLoading

struct LoopSocketsTests {
  @Test func `a loop that cannot wait ends the process instead of spinning`() async {
    await #expect(processExitsWith: .failure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return }
      let sockets = LoopSockets(waking: ends[0])
      closefrom(3)
      _ = sockets.wait(milliseconds: 0)
    }
  }
}
