// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin breaks, and only its own job feels it.
struct BreakingTests {
  @Test(arguments: ["segfault", "abort", "exit", "smash-stack", "overrun-output"])
  func `a crashing job is tried twice, fails as crashed, and is logged`(
    behaviour: String
  ) async throws {
    try await Worksite.with { site in
      let report = try await site.run(behaviour, wanted: [.thumb])
      #expect(report.word == "crashed")
      #expect(report.attemptCount == 2)
      #expect(site.lines.count { $0.message == "plugin failed" && $0.outcome == "crashed" && $0.job == 1 } == 2)
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test(arguments: [("sleep", "perJob"), ("sleep", "reuse"), ("stop", "reuse")])
  func `a job that never ends fails as timed out`(behaviour: String, isolation: String) async throws {
    let limits: JSONValue = ["deadlineMilliseconds": 3_000]
    try await Worksite.with(manifest: ["isolation": .string(isolation), "limits": limits]) { site in
      try await site.expect(behaviour, endsAs: "timedOut")
      #expect(site.reported("plugin failed", outcome: "timedOut"))
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test func `a job that computes endlessly is ended at its limit of processor time`() async throws {
    try await Worksite.with { site in
      let report = try await site.run("spin")
      #expect(report.word == "limitExceeded")
      #expect(report.processorMicroseconds < 2_000_000)
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a job that allocates endlessly is ended at its limit of memory`(isolation: String) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      let report = try await site.run("eat-memory")
      // How much a process had that does many jobs is not known where the one that started it has had more.
      #expect(report.word == "limitExceeded" || isolation == "reuse" && report.word == "crashed")
      #expect(report.residentByteCount < 140 << 20)
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test(arguments: ["segfault", "exit", "spin", "sleep"])
  func `a reused worker is replaced after a job that breaks it`(behaviour: String) async throws {
    let words = ["segfault": "crashed", "exit": "crashed", "spin": "limitExceeded", "sleep": "timedOut"]
    let limits: JSONValue = ["deadlineMilliseconds": behaviour == "sleep" ? 3_000 : 60_000, "cpuSeconds": 1]
    try await Worksite.with(manifest: ["isolation": "reuse", "limits": limits]) { site in
      try await site.expect("nothing", endsAs: "accepted")
      try await site.expect(behaviour, endsAs: words[behaviour] ?? "")
      try await site.expect("nothing", endsAs: "accepted")
    }
  }

  @Test func `each job of a reused worker has its full processor time`() async throws {
    try await Worksite.with(manifest: ["isolation": "reuse"]) { site in
      // Two workers are started, and the first of them does nearly all of these.
      for _ in 0..<5 { try await site.expect("compute", endsAs: "accepted") }
      #expect(site.runner.counts.failedAttemptCount == 0)
    }
  }

  @Test func `jobs succeed although every tenth one crashes`() async throws {
    var policy = SupervisionPolicy()
    policy.failureLimit = 1000
    try await Worksite.with(policy: policy) { site in
      let words = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<100 {
          group.addTask {
            let picture = try Picture.sample(tail: Array("\(number)".utf8))
            return (number, try await site.run("crash-every-tenth", on: picture).word)
          }
        }
        return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
      }
      for number in 0..<100 { #expect(words[number] == (number % 10 == 0 ? "crashed" : "accepted")) }
    }
  }

  @Test func `memory that one job leaks is gone with its process`() async throws {
    try await Worksite.with { site in
      for _ in 0..<300 { try await site.expect("leak", endsAs: "accepted") }
      #expect(site.runner.counts.failedAttemptCount == 0)
    }
  }

  @Test func `a reused worker that leaks is replaced when its memory is used up`() async throws {
    try await Worksite.with(manifest: ["isolation": "reuse"]) { site in
      for _ in 0..<300 { try await site.expect("leak", endsAs: "accepted") }
      #expect(site.runner.counts.startedWorkerCount > 2)
    }
  }
}
