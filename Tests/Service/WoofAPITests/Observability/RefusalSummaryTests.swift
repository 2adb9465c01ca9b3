// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

@Suite struct RefusalSummaryTests {
  private static let second: Int64 = 1_000_000_000

  private func admitted(
    _ summary: inout RefusalSummary, _ kind: RefusalSummary.Kind = .tooMany, count: Int, addresses: Int = 1,
    at now: Int64 = 0
  ) -> Int {
    (0..<count).count { summary.admits(kind, from: "192.0.2.\($0 % addresses)", at: now) }
  }

  @Test func `few refusals are written without a summary`() {
    var summary = RefusalSummary(lineLimit: 10)
    #expect(admitted(&summary, count: 10, addresses: 10) == 10)
    #expect(summary.due == nil)
    #expect(summary.take(at: 100 * Self.second, isEnd: true) == nil)
  }

  @Test func `refusals beyond the limit are counted by kind and address, and reported each minute`() {
    var summary = RefusalSummary(lineLimit: 10)
    #expect(admitted(&summary, count: 100, addresses: 50) == 10)
    #expect(admitted(&summary, .unavailable, count: 12, addresses: 12) == 10)
    #expect(summary.due == 60 * Self.second)
    #expect(summary.take(at: 60 * Self.second - 1) == nil)
    let counts = summary.take(at: 60 * Self.second)
    #expect(counts?.lines == [.tooMany: 90, .unavailable: 2])
    #expect(counts?.addresses.count == 50)
    #expect(counts?.addresses.values.reduce(0, +) == 92)
    #expect(summary.due == nil)
  }

  @Test func `one address has a fifth of the lines, so that others are visible`() {
    var summary = RefusalSummary(lineLimit: 10)
    #expect(admitted(&summary, count: 50) == 2)
    let isOtherAdmitted = summary.admits(.tooMany, from: "198.51.100.1", at: 1)
    #expect(isOtherAdmitted)
    #expect(summary.take(at: 1, isEnd: true)?.most.map { "\($0)" } == #"(address: "192.0.2.0", count: 48)"#)
  }

  @Test func `a new minute starts anew, even if nothing was to be reported`() {
    var summary = RefusalSummary(lineLimit: 10)
    #expect(admitted(&summary, count: 2) == 2)
    #expect(admitted(&summary, count: 2, at: 59 * Self.second) == 0)
    #expect(summary.take(at: 60 * Self.second)?.lines == [.tooMany: 2])
    #expect(admitted(&summary, count: 2, at: 61 * Self.second) == 2)
    #expect(admitted(&summary, count: 2, at: 122 * Self.second) == 2)
  }

  @Test func `addresses beyond the limit are counted together`() {
    var summary = RefusalSummary(lineLimit: 1)
    for index in 0..<10_001 { _ = summary.admits(.tooMany, from: "\(index)", at: 0) }
    let counts = summary.take(at: 0, isEnd: true)
    #expect(counts?.lines == [.tooMany: 10_000])
    #expect(counts?.addresses.count == 4_096)
    #expect(counts?.others == 10_000 - 4_096)
  }
}
