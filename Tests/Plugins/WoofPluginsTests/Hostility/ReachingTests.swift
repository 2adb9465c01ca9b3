// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofPlugins

/// A plugin asks the kernel for what a job has no use for. The plugin refuses the picture where it gets it.
struct ReachingTests {
  @Test(arguments: ["perJob", "reuse"])
  func `a job reaches no process, network or executable memory, and attempts are logged`(
    isolation: String
  ) async throws {
    let calls = [
      "fork": "clone", "socket": "socket", "exec": "execve", "map-executable": "mmap of executable memory",
      "signal": "kill", "trace": "ptrace",
    ]
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      for (behaviour, call) in calls {
        try await site.expect(behaviour, endsAs: "accepted")
        #expect(site.reported("plugin was denied a system call", detail: call), "\(behaviour)")
      }
    }
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a job reaches no file`(isolation: String) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      for behaviour in ["open", "open-memory", "create-file", "stat", "write-input"] {
        try await site.expect(behaviour, endsAs: "accepted")
      }
      #expect(site.reported("plugin was denied a system call", detail: "openat"))
    }
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a denied call is logged with its path once, and counted each time`(isolation: String) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      for _ in 0..<3 { try await site.expect("open", endsAs: "accepted") }
      try await site.expect("create-file", endsAs: "accepted")
      let denials = site.lines.filter { $0.message == "plugin was denied a system call" }
      #expect(
        denials.filter { $0.level == .warning }.map(\.detail) == ["openat /etc/passwd", "openat /tmp/woof-hostile"])
      #expect(denials.filter { $0.level == .debug }.map(\.detail) == ["openat /etc/passwd", "openat /etc/passwd"])
      #expect(site.runner.counts.deniedCallCount == 4)
    }
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a job reaches only its own resource limits`(isolation: String) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      try await site.expect("bounds", endsAs: "accepted")
    }
  }

  @Test func `calls that have been used to escape sandboxes are denied`() async throws {
    try await Worksite.with { site in
      try await site.expect("many-calls", endsAs: "accepted")
    }
  }

  @Test func `a job can use threads`() async throws {
    try await Worksite.with { site in
      try await site.expect("thread", endsAs: "accepted")
      #expect(!site.reported("plugin was denied a system call"))
    }
  }
}
