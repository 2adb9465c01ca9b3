// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

struct VariantScheduleTests {
  private let schedule = VariantSchedule(limits: .init(requestCount: 2, waitingRequestCount: 1))

  private func key(_ number: UInt64) -> VariantSchedule.Key {
    VariantSchedule.Key(photo: PhotoID(high: 0, low: number), name: "thumb", specification: "inside-256x256-webp-80")
  }

  private func code(of body: () throws(WoofError) -> Void) -> WoofError.Code? {
    do {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `as many run at once as may, and those that wait run in the order in which they came`() throws {
    var schedule = VariantSchedule(limits: .init(requestCount: 1, waitingRequestCount: 2))
    for number in 1...3 as ClosedRange<UInt64> { try schedule.request(key(number), at: 0) }
    #expect((1...3).map { schedule.isRunning(key($0)) } == [true, false, false])
    #expect(schedule.end(key(1), failure: nil, at: 0) == key(2))
    #expect((1...3).map { schedule.isRunning(key($0)) } == [false, true, false])
    #expect(schedule.end(key(2), failure: nil, at: 0) == key(3))
    #expect(schedule.end(key(3), failure: nil, at: 0) == nil)
  }

  @Test func `a request beyond those that may wait is refused and counted, until one ends`() throws {
    var schedule = schedule
    for number in 1...3 as ClosedRange<UInt64> { try schedule.request(key(number), at: 0) }
    #expect(code { () throws(WoofError) in try schedule.request(key(4), at: 0) } == .unavailable)
    #expect(schedule.refusedCount == 1)
    _ = schedule.end(key(2), failure: nil, at: 0)
    #expect(code { () throws(WoofError) in try schedule.request(key(4), at: 0) } == nil)
    #expect(!schedule.isRunning(key(4)))
  }

  @Test func `a variant that cannot be made of a photo is refused without another attempt for five minutes`() throws {
    var schedule = schedule
    try schedule.request(key(1), at: 0)
    _ = schedule.end(key(1), failure: WoofError(.notFound, "It cannot be made."), at: 7)
    let end = 7 + VariantSchedule.failureLifetime
    #expect(code { () throws(WoofError) in try schedule.request(key(1), at: end - 1) } == .notFound)
    #expect(code { () throws(WoofError) in try schedule.request(key(2), at: end - 1) } == nil)
    #expect(code { () throws(WoofError) in try schedule.request(key(1), at: end) } == nil)
  }

  @Test func `a failure that says nothing of the photo is not remembered`() throws {
    var schedule = schedule
    try schedule.request(key(1), at: 0)
    _ = schedule.end(key(1), failure: WoofError(.unavailable, "Not now."), at: 0)
    #expect(code { () throws(WoofError) in try schedule.request(key(1), at: 0) } == nil)
  }

  @Test func `forgotten failures are tried again at once`() throws {
    var schedule = schedule
    try schedule.request(key(1), at: 0)
    _ = schedule.end(key(1), failure: WoofError(.notFound, "It cannot be made."), at: 0)
    schedule.forgetFailures()
    #expect(code { () throws(WoofError) in try schedule.request(key(1), at: 0) } == nil)
  }
}
