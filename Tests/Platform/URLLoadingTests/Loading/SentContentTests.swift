// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

struct SentContentTests {
  private let interval = SentContent.interval

  @Test func `pieces that are sent quickly are reported together, and the end at once`() {
    var sent = SentContent()
    #expect(sent.reach(10, of: 100, at: 5) == nil)
    #expect(sent.reach(60, of: 100, at: 6) == nil)
    #expect(sent.reach(100, of: 100, at: 7) == SentContent.Report(new: 100, count: 100, total: 100))
    #expect(sent.takeRest() == nil)
  }

  @Test func `slow content is reported at every interval`() {
    var sent = SentContent()
    #expect(sent.reach(10, of: nil, at: 0) == nil)
    #expect(sent.reach(20, of: nil, at: interval) == SentContent.Report(new: 20, count: 20, total: nil))
    #expect(sent.reach(30, of: nil, at: interval + 1) == nil)
    #expect(sent.reach(40, of: nil, at: 2 * interval) == SentContent.Report(new: 20, count: 40, total: nil))
  }

  @Test func `the rest is reported once after the end`() {
    var sent = SentContent()
    #expect(sent.takeRest() == nil)
    #expect(sent.reach(10, of: nil, at: 0) == nil)
    #expect(sent.takeRest() == SentContent.Report(new: 10, count: 10, total: nil))
    #expect(sent.takeRest() == nil)
  }

  @Test func `content that was reported before is not reported again`() {
    var sent = SentContent()
    #expect(sent.reach(100, of: 100, at: 0)?.new == 100)
    #expect(sent.reach(100, of: 100, at: interval) == nil)
    #expect(sent.reach(50, of: 100, at: interval) == nil)
    #expect(sent.count == 100)
  }
}
