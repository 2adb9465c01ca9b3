// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@Suite struct TimerPublisherTests {
  @Test func `dates come on the run loop given, once it is connected`() async {
    let thread = LoopThread()
    let loop = thread.start()
    let publisher = Timer.publish(every: 0.001, on: loop, in: .default)
    let probe = Probe<Date, Never>()
    await withCheckedContinuation { continuation in
      let connection = Recorded<any Cancellable>()
      probe.onValue = { _ in
        #expect(RunLoop.current === loop)
        if probe.values.count == 3 {
          probe.cancel()
          for connection in connection.all { connection.cancel() }
          continuation.resume()
        }
        return .none
      }
      publisher.subscribe(probe)
      connection.append(publisher.connect())
    }
    #expect(probe.values == probe.values.sorted())
    probe.expectKept()
    thread.stop()
  }

  @Test func `autoconnect starts the timer with a subscriber and stops it with the last`() async {
    let thread = LoopThread()
    let loop = thread.start()
    let publisher = Timer.publish(every: 0.001, tolerance: 0.001, on: loop, in: .default).autoconnect()
    var values: [Date] = []
    for await date in publisher.values {
      values.append(date)
      if values.count == 3 { break }
    }
    #expect(values.count == 3)
    thread.stop()
  }

  @Test func `a date is dropped for a subscriber without demand, and reaches the others`() async {
    let thread = LoopThread()
    let loop = thread.start()
    let publisher = Timer.publish(every: 0.001, on: loop, in: .default)
    let idle = publisher.probe(.none)
    let once = Probe<Date, Never>(.max(1))
    publisher.subscribe(once)
    let connection = Recorded<any Cancellable>()
    await withCheckedContinuation { continuation in
      let last = Probe<Date, Never>()
      last.onValue = { _ in
        if last.values.count == 2 {
          last.cancel()
          continuation.resume()
        }
        return .none
      }
      publisher.subscribe(last)
      connection.append(publisher.connect())
    }
    for connection in connection.all { connection.cancel() }
    await withCheckedContinuation { continuation in loop.schedule { continuation.resume() } }
    #expect(idle.values.isEmpty)
    #expect(once.values.count == 1)
    idle.expectKept()
    once.expectKept()
    thread.stop()
  }

  @Test func `a publisher keeps the values that it was made with`() {
    let publisher = Timer.TimerPublisher(interval: 2, tolerance: 1, runLoop: .main, mode: .common)
    #expect(publisher.interval == 2)
    #expect(publisher.tolerance == 1)
    #expect(publisher.runLoop === RunLoop.main)
    #expect(publisher.mode == .common)
  }
}
