// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
import WoofCore
import WoofModel

@testable import WoofPlugins

/// Plays workers and callers by chance, carries out what the supervision says, and notes what must not be.
struct SupervisionPlay {
  private(set) var faults: [String] = []
  private var supervision: PluginSupervision
  private var random: SeededGenerator
  private var time: Int64 = 0
  private var lastJob: UInt64 = 0
  private var open: Set<UInt64> = []
  private var starting: Set<UInt64> = []
  private var idle: Set<UInt64> = []
  private var busy: [UInt64: UInt64] = [:]
  private var stopping: Set<UInt64> = []
  private var isDrained = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var policy = SupervisionPolicy()
    policy.workerCount = Int.random(in: 1...3, using: &random)
    policy.queueLimit = Int.random(in: 1...8, using: &random)
    policy.jobsPerWorker = Bool.random(using: &random) ? 3 : nil
    policy.shortestPause = 20
    policy.longestPause = 100
    policy.failureWindow = 50
    supervision = PluginSupervision(policy: policy)
  }

  /// Lets something happen.
  mutating func step() {
    time += Int64.random(in: 0...5, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      lastJob += 1
      open.insert(lastJob)
      take(.jobArrived(lastJob, Bool.random(using: &random) ? .request : .background))
    case 4: take(.jobCancelled(UInt64.random(in: 0...lastJob, using: &random)))
    default: letWorkerAct()
    }
  }

  /// Lets everything come to its end.
  mutating func end() {
    take(.drain)
    for _ in 0..<2000 where !isDrained { letWorkerAct() }
    if !isDrained { faults.append("it is not drained") }
    if !open.isEmpty { faults.append("jobs \(open) have not ended") }
  }

  private mutating func letWorkerAct() {
    if let worker = starting.randomElement(using: &random) {
      starting.remove(worker)
      if Int.random(in: 0..<5, using: &random) == 0 {
        stopping.remove(worker)
        take(.workerNotStarted(worker))
      } else {
        idle.insert(worker)
        take(.workerReady(worker))
      }
    } else if let (worker, _) = busy.randomElement(using: &random) {
      busy[worker] = nil
      idle.insert(worker)
      let kinds: [AttemptFailure.Kind?] = [nil, nil, nil, .crashed, .timedOut, .lied, .notBegun, .cancelled]
      let failure = (kinds.randomElement(using: &random) ?? nil).map { AttemptFailure($0, "played") }
      let picture = Digest([UInt8](repeating: UInt8.random(in: 0...9, using: &random), count: 32))
      let isUsable = failure?.kind != .timedOut && failure?.kind != .cancelled
      take(.attemptEnded(worker, failure, picture: picture, workerIsUsable: isUsable))
    } else if let worker = stopping.intersection(idle).randomElement(using: &random) {
      stopping.remove(worker)
      idle.remove(worker)
      take(.workerGone(worker))
    }
  }

  private mutating func take(_ event: PluginSupervision.Event) {
    for action in supervision.handle(event, at: time) { carryOut(action) }
    if supervision.workers.count > supervision.policy.workerCount + 1 { faults.append("there are too many workers") }
  }

  private mutating func carryOut(_ action: PluginSupervision.Action) {
    switch action {
    case .startWorker(let worker): starting.insert(worker)
    case .run(let job, let worker, _):
      if !idle.contains(worker) { faults.append("job \(job) runs in worker \(worker), which is not idle") }
      if !open.contains(job) { faults.append("job \(job) runs after its end") }
      idle.remove(worker)
      busy[worker] = job
    case .interrupt(let worker, let job):
      if busy[worker] != job { faults.append("worker \(worker) is interrupted for another job") }
    case .stopWorker(let worker): stopping.insert(worker)
    case .deliver(let job), .fail(let job, _, _):
      if open.remove(job) == nil { faults.append("job \(job) ends twice") }
    case .switchedOff, .switchedOn: break
    case .drained: isDrained = true
    }
  }
}
