// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofSystem

@Suite struct SystemCallTests {
  @Test func `a call that fails is an error with its name and the reason`() {
    #expect(throws: SystemError(call: "close", number: EBADF)) { try SystemCall.check("close") { close(-1) } }
    #expect(SystemError(call: "close", number: EBADF).description == "close: Bad file descriptor")
  }

  @Test func `a call that a signal interrupts is made again`() throws {
    var results: [Int32] = [-1, -1, 7]
    let result = try SystemCall.check("read") {
      errno = EINTR
      return results.removeFirst()
    }
    #expect(result == 7)
    #expect(results.isEmpty)
  }
}

@Suite struct KernelClockTests {
  @Test(arguments: [KernelClock.monotonic, .sinceBoot, .threadProcessor])
  func `a clock never goes back`(clock: KernelClock) {
    let first = clock.nanoseconds
    #expect(first > 0)
    #expect(clock.nanoseconds >= first)
  }

  @Test func `the time of day counts from 1970`() {
    #expect(KernelClock.realTime.nanoseconds / 1_000_000_000 > 1_700_000_000)
  }
}
