// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofS3

@Suite struct S3ReadAheadTests {
  @Test func `a reader that takes its time stops the service, once`() {
    var ahead = S3ReadAhead()
    let first = ahead.add(S3ReadAhead.most - 1)
    let second = ahead.add(1)
    let third = ahead.add(1 << 20)
    #expect([first, second, third] == [false, true, false])
    #expect(ahead.isSuspended)
  }

  @Test func `the service goes on when little waits, once`() {
    var ahead = S3ReadAhead()
    _ = ahead.add(S3ReadAhead.most)
    let first = ahead.take(S3ReadAhead.most - S3ReadAhead.few - 1)
    let second = ahead.take(1)
    let third = ahead.take(S3ReadAhead.few)
    #expect([first, second, third] == [false, true, false])
    #expect(!ahead.isSuspended && ahead.waitingCount == 0)
  }

  @Test func `a reader that keeps up stops nothing`() {
    var ahead = S3ReadAhead()
    for _ in 0..<100 {
      let stops = ahead.add(S3ReadAhead.most - 1)
      let goesOn = ahead.take(S3ReadAhead.most - 1)
      #expect(!stops && !goesOn)
    }
  }
}
