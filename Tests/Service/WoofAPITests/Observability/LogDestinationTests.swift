// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import WoofAPI

struct LogDestinationTests {
  @Test func `a log destination that is full is given up if it cannot be waited for`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0, fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0 else { exit(2) }
      let block = [UInt8](repeating: 0, count: 65_536)
      while write(ends[1], block, block.count) > 0 { continue }
      // Then poll(2) fails for any descriptor.
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 0
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      alarm(20)
      LogDestination(descriptor: ends[1]).write([1, 2, 3])
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }
}
