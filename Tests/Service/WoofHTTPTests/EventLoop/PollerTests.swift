// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import WoofHTTP

struct PollerTests {
  @Test func `a descriptor that was never watched can be forgotten`() throws {
    var poller = try Poller()
    poller.forget(1_000)
    poller.remove(1_000)
    #expect(poller.wait(milliseconds: 0) == 0)
  }

  @Test func `a loop that cannot wait ends the process instead of spinning`() async {
    await #expect(processExitsWith: .failure) {
      let poller = try Poller()
      closefrom(3)
      _ = poller.wait(milliseconds: 0)
    }
  }
}
