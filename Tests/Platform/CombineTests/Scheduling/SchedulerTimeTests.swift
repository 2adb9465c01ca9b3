// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Foundation
import Testing

@Suite struct SchedulerTimeTests {
  private typealias DispatchStride = DispatchQueue.SchedulerTimeType.Stride
  private typealias SecondsStride = OperationQueue.SchedulerTimeType.Stride

  @Test func `strides of dispatch are nanoseconds`() {
    #expect(DispatchStride.seconds(2).magnitude == 2_000_000_000)
    #expect(DispatchStride.seconds(0.5).magnitude == 500_000_000)
    #expect(DispatchStride.milliseconds(3).magnitude == 3_000_000)
    #expect(DispatchStride.microseconds(4).magnitude == 4000)
    #expect(DispatchStride.nanoseconds(5).magnitude == 5)
    #expect(DispatchStride.nanoseconds(5).timeInterval == .nanoseconds(5))
    let literal: DispatchStride = 1.5
    #expect(literal == .milliseconds(1500))
    #expect(DispatchStride(exactly: 871)?.magnitude == 871)
  }

  @Test func `strides of dispatch are made of its intervals`() {
    #expect(DispatchStride(.seconds(1)) == .milliseconds(1000))
    #expect(DispatchStride(.milliseconds(1)) == .microseconds(1000))
    #expect(DispatchStride(.microseconds(1)) == .nanoseconds(1000))
    #expect(DispatchStride(.never).magnitude == .max)
  }

  @Test func `strides of dispatch saturate instead of trapping`() {
    #expect(DispatchStride.seconds(Int.max).magnitude == .max)
    #expect(DispatchStride.seconds(Int.min).magnitude == .min)
    #expect(DispatchStride.seconds(Double.infinity).magnitude == .max)
    #expect((DispatchStride.nanoseconds(.max) + .nanoseconds(1)).magnitude == .max)
    #expect((DispatchStride.nanoseconds(.min) - .nanoseconds(1)).magnitude == .min)
    #expect((DispatchStride.nanoseconds(.min) * .nanoseconds(2)).magnitude == .min)
    #expect(DispatchStride(exactly: UInt64.max) == nil)
  }

  @Test func `strides can be added, subtracted, multiplied and compared`() {
    var stride = SecondsStride.seconds(2)
    stride += .milliseconds(500)
    stride -= .seconds(1)
    stride *= .seconds(2)
    #expect(stride.timeInterval == 3)
    #expect(SecondsStride.milliseconds(1) < .milliseconds(2))
    #expect(SecondsStride.microseconds(1) == .nanoseconds(1000))
    #expect(-SecondsStride.seconds(1) < 0)
  }

  @Test func `instants of dispatch move forwards and back`() {
    let now = DispatchQueue.main.now
    let later = now.advanced(by: .milliseconds(7))
    #expect(now < later)
    #expect(now.distance(to: later) == .milliseconds(7))
    #expect(later.distance(to: now) == .milliseconds(-7))
    #expect(later.advanced(by: .milliseconds(-7)) == now)
    #expect(now.advanced(by: .nanoseconds(.max)) > later)
    #expect(now.advanced(by: .nanoseconds(.min)) < now)
  }

  @Test func `instants of operation queues and run loops are dates`() {
    let date = Date(timeIntervalSinceReferenceDate: 100)
    #expect(OperationQueue.SchedulerTimeType(date).advanced(by: 5).date.timeIntervalSinceReferenceDate == 105)
    #expect(RunLoop.SchedulerTimeType(date).distance(to: RunLoop.SchedulerTimeType(date + 3)) == 3)
    #expect(RunLoop.SchedulerTimeType(date) < RunLoop.SchedulerTimeType(date + 1))
  }

  @Test func `instants survive being encoded`() throws {
    let instant = DispatchQueue.main.now
    let data = try JSONEncoder().encode([instant])
    #expect(try JSONDecoder().decode([DispatchQueue.SchedulerTimeType].self, from: data) == [instant])
  }

  @Test func `options of dispatch change nothing by default`() {
    let options = DispatchQueue.SchedulerOptions()
    #expect(options.qos == .unspecified)
    #expect(options.flags.isEmpty)
    #expect(options.group == nil)
  }
}
