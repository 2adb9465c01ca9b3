// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// The supervision, told by hand what happens.
struct SupervisionTests {
  private typealias Action = PluginSupervision.Action

  private static func picture(_ number: UInt8) -> Digest? { Digest([UInt8](repeating: number, count: 32)) }

  private static let crash = AttemptFailure(.crashed, "crash")

  /// A supervision with a worker that is ready.
  private func ready(_ change: (inout SupervisionPolicy) -> Void = { _ in }) -> PluginSupervision {
    var policy = SupervisionPolicy()
    policy.shortestPause = 100
    policy.longestPause = 1000
    policy.failureWindow = 1000
    change(&policy)
    var supervision = PluginSupervision(policy: policy)
    #expect(supervision.handle(.wanted, at: 0) == [.startWorker(1)])
    #expect(supervision.handle(.workerReady(1), at: 0) == [])
    return supervision
  }

  @Test func `a job runs in the idle worker, and another worker is started`() {
    var supervision = ready()
    #expect(supervision.handle(.jobArrived(7, .request), at: 1) == [.run(7, 1, attempt: 1), .startWorker(2)])
  }

  @Test func `a result is delivered, and the worker takes the next job`() {
    var supervision = ready { $0.workerCount = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    #expect(supervision.handle(.jobArrived(2, .request), at: 1) == [])
    let actions = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 2)
    #expect(actions == [.deliver(1), .run(2, 1, attempt: 1)])
  }

  @Test func `jobs that somebody waits for go first`() {
    var supervision = ready { $0.workerCount = 1 }
    for (job, urgency) in [(1, PictureRequest.Urgency.request), (2, .background), (3, .background), (4, .request)] {
      _ = supervision.handle(.jobArrived(UInt64(job), urgency), at: 1)
    }
    #expect(supervision.urgent.map(\.id) == [4] && supervision.patient.map(\.id) == [2, 3])
    let actions = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 2)
    #expect(actions.contains(.run(4, 1, attempt: 1)))
  }

  @Test func `there is at most one worker more than jobs may run`() {
    var supervision = ready { $0.workerCount = 3 }
    for job in 1...20 { _ = supervision.handle(.jobArrived(UInt64(job), .request), at: 1) }
    #expect(supervision.workers.count == 4)
  }

  @Test func `a job beyond the limit of the queue is refused`() {
    var supervision = ready {
      $0.workerCount = 1
      $0.queueLimit = 2
    }
    for job in 1...3 { _ = supervision.handle(.jobArrived(UInt64(job), .request), at: 1) }
    let actions = supervision.handle(.jobArrived(4, .request), at: 1)
    #expect(actions == [.fail(4, .overloaded, "2 jobs wait already")])
  }

  @Test func `a crashed job is tried once more, before later jobs`() {
    var supervision = ready { $0.workerCount = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    _ = supervision.handle(.jobArrived(2, .request), at: 1)
    let first = supervision.handle(.attemptEnded(1, Self.crash, picture: nil, workerIsUsable: true), at: 2)
    #expect(first == [.run(1, 1, attempt: 2)])
    let second = supervision.handle(.attemptEnded(1, Self.crash, picture: nil, workerIsUsable: true), at: 3)
    #expect(second == [.fail(1, .crashed, "crash"), .run(2, 1, attempt: 1)])
  }

  @Test func `a broken worker is replaced, and its job is tried in another one`() {
    var supervision = ready { $0.workerCount = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    _ = supervision.handle(.workerReady(2), at: 1)
    let failure = AttemptFailure(.timedOut, "late")
    let actions = supervision.handle(.attemptEnded(1, failure, picture: nil, workerIsUsable: false), at: 2)
    #expect(actions == [.stopWorker(1), .run(1, 2, attempt: 2)])
    #expect(supervision.handle(.workerGone(1), at: 3) == [.startWorker(3)])
  }

  @Test func `a worker is replaced after its maximum number of jobs`() {
    var supervision = ready { $0.jobsPerWorker = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    let actions = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 2)
    #expect(actions.first == .stopWorker(1))
  }

  @Test func `failures on different pictures switch the plugin off for a while`() {
    var supervision = ready()
    let last = fail(&supervision, on: [1, 2, 3], from: 1)
    #expect(last.contains { if case .switchedOff(100, _) = $0 { true } else { false } })
    let actions = supervision.handle(.jobArrived(99, .request), at: 50)
    #expect(actions == [.fail(99, .unavailable, "the plugin is switched off for a while")])
  }

  @Test func `failures on one picture do not switch the plugin off`() {
    var supervision = ready()
    let last = fail(&supervision, on: [1, 1, 1, 1, 1], from: 1)
    #expect(!last.contains { if case .switchedOff = $0 { true } else { false } })
  }

  @Test func `old failures do not count`() {
    var supervision = ready()
    _ = fail(&supervision, on: [1, 2], from: 1)
    let last = fail(&supervision, on: [3], from: 5000, firstJob: 50)
    #expect(!last.contains { if case .switchedOff = $0 { true } else { false } })
  }

  @Test func `after the pause one job is tried, and a failure lengthens the next pause`() {
    var supervision = ready()
    _ = fail(&supervision, on: [1, 2, 3], from: 1)
    let arrived = supervision.handle(.jobArrived(10, .request), at: 500)
    #expect(arrived.contains(.switchedOn) && arrived.contains(.run(10, 1, attempt: 1)))
    _ = supervision.handle(.workerReady(2), at: 500)
    #expect(!supervision.handle(.jobArrived(11, .request), at: 500).contains(.run(11, 2, attempt: 1)))
    _ = supervision.handle(.attemptEnded(1, Self.crash, picture: Self.picture(9), workerIsUsable: true), at: 501)
    let actions = supervision.handle(
      .attemptEnded(1, Self.crash, picture: Self.picture(9), workerIsUsable: true), at: 502)
    #expect(actions.contains { if case .switchedOff(200, _) = $0 { true } else { false } })
    #expect(actions.contains(.fail(11, .unavailable, "the plugin was switched off")))
  }

  @Test func `a success after the pause restores normal operation`() {
    var supervision = ready()
    _ = fail(&supervision, on: [1, 2, 3], from: 1)
    _ = supervision.handle(.jobArrived(10, .request), at: 500)
    _ = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 501)
    let last = fail(&supervision, on: [4, 5, 6], from: 600, firstJob: 50)
    #expect(last.contains { if case .switchedOff(100, _) = $0 { true } else { false } })
  }

  @Test func `workers that cannot start switch the plugin off, and none is started meanwhile`() {
    var supervision = PluginSupervision(policy: SupervisionPolicy())
    _ = supervision.handle(.jobArrived(1, .request), at: 0)
    var started = supervision.workers.keys.sorted()
    var actions: [Action] = []
    while let worker = started.popLast() {
      actions = supervision.handle(.workerNotStarted(worker), at: 1)
      if supervision.isOff(at: 1) { break }
      started = supervision.workers.keys.sorted()
    }
    #expect(actions.contains { if case .switchedOff = $0 { true } else { false } })
    #expect(actions.contains(.fail(1, .unavailable, "the plugin was switched off")))
    #expect(!actions.contains { if case .startWorker = $0 { true } else { false } })
  }

  @Test func `a waiting job that is given up is removed, and a running one is interrupted`() {
    var supervision = ready { $0.workerCount = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    _ = supervision.handle(.jobArrived(2, .request), at: 1)
    #expect(supervision.handle(.jobCancelled(2), at: 2) == [.fail(2, .unavailable, "the job was given up")])
    #expect(supervision.handle(.jobCancelled(1), at: 2) == [.interrupt(1, 1)])
    #expect(supervision.handle(.jobCancelled(3), at: 2) == [])
  }

  @Test func `draining finishes waiting jobs, accepts no others, and ends the workers`() {
    var supervision = ready { $0.workerCount = 1 }
    _ = supervision.handle(.jobArrived(1, .request), at: 1)
    _ = supervision.handle(.jobArrived(2, .request), at: 1)
    #expect(supervision.handle(.drain, at: 2) == [])
    #expect(
      supervision.handle(.jobArrived(3, .request), at: 2) == [.fail(3, .unavailable, "the plugin is being replaced")])
    _ = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 3)
    let last = supervision.handle(.attemptEnded(1, nil, picture: nil, workerIsUsable: true), at: 4)
    #expect(last == [.deliver(2), .stopWorker(1), .stopWorker(2)])
    _ = supervision.handle(.workerReady(2), at: 5)
    _ = supervision.handle(.workerGone(1), at: 6)
    #expect(supervision.handle(.workerGone(2), at: 7) == [.drained])
  }

  @Test(arguments: 0..<50)
  func `whatever happens, every job ends once and no worker runs two at a time`(seed: Int) {
    var play = SupervisionPlay(seed: UInt64(seed))
    for _ in 0..<400 { play.step() }
    play.end()
    #expect(play.faults.isEmpty, "\(play.faults)")
  }

  /// Lets jobs fail twice, on one picture each, and gives what the last failure led to.
  private func fail(
    _ supervision: inout PluginSupervision, on pictures: [UInt8], from time: Int64, firstJob: UInt64 = 1
  ) -> [Action] {
    var actions: [Action] = []
    for (index, picture) in pictures.enumerated() {
      let job = firstJob + UInt64(index)
      _ = supervision.handle(.jobArrived(job, .request), at: time)
      for _ in 0..<2 {
        let event = PluginSupervision.Event.attemptEnded(
          1, Self.crash, picture: Self.picture(picture), workerIsUsable: true)
        actions = supervision.handle(event, at: time)
      }
    }
    return actions
  }
}
