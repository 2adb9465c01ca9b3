// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct OutputBufferTests {
  @Test(arguments: [(0, 0, "dogs"), (3, 0, "s"), (4, 0, ""), (9, 5, "")])
  func `what a call took is of the buffer first, and then of the bytes behind it`(
    taken: Int, beyond: Int, rest: String
  ) {
    var buffer = OutputBuffer(pool: BlockPool(smallSize: 16))
    buffer.append(Array("dogs".utf8))
    let found = buffer.tookWithMore(taken)
    #expect(found == beyond)
    let left = Array(buffer.bytes)
    #expect(left == Array(rest.utf8))
  }

  @Test func `an empty buffer leaves all that a call took to the bytes behind it`() {
    var buffer = OutputBuffer(pool: BlockPool(smallSize: 16))
    let found = buffer.tookWithMore(7)
    let isEmpty = buffer.isEmpty
    #expect(found == 7)
    #expect(isEmpty)
  }
}
