// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin names other processes wherever a system call takes the number of one: while its library is loaded, while it
/// is prepared, in the worker that takes jobs, in a process that was just forked for one, and in the job.
struct NamingTests {
  /// A way to run a worker: the executable, and how jobs are isolated.
  struct Surroundings: CustomTestStringConvertible {
    /// By which name the worker is started; `nil` for itself.
    var worker: String?
    var isolation: String

    var testDescription: String { "\(worker ?? "as it is"), \(isolation)" }

    /// The service's own user, another user's parent, and kernels whose landlock keeps no signals from others.
    static let all = [nil, "of-another-user", "without-landlock", "of-another-user-without-landlock"].flatMap {
      worker in
      ["perJob", "reuse"].map { Surroundings(worker: worker, isolation: $0) }
    }
  }

  private func withPlugin(in surroundings: Surroundings, _ body: (Worksite) async throws -> Void) async throws {
    let folder = try Installation()
    var path = WorkerSettings.standardWorkerPath
    if let name = surroundings.worker {
      path = "\(folder.path)/\(name)"
      try #require(symlink("\(ExecutableFolder.path)/OldKernel", path) == 0)
    }
    defer { if surroundings.worker != nil { unlink(path) } }
    let manifest: [String: JSONValue] = [
      "isolation": .string(surroundings.isolation), "configuration": ["do": "name-others"],
    ]
    try await Worksite.with(
      manifest: manifest,
      settings: { settings in
        settings.workerPath = path
        settings.permitsMissingSandbox = true
      }
    ) { site in
      let layers = try await site.runner.start()
      #expect(layers.contains(.systemCallFilter))
      try await body(site)
    }
  }

  /// The process that the plugin takes for the service: the parent of its worker.
  private func service(of site: Worksite) throws -> pid_t {
    let lines = site.lines.filter { $0.message == "plugin logs" }.compactMap(\.detail)
    let number = try #require(lines.first { $0.hasPrefix("the service is ") }?.split(separator: " ").last)
    return try #require(pid_t(number))
  }

  /// The limits of a process that nothing but the plugin would change.
  private func limits(of process: pid_t) throws -> String {
    let text = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    return try #require(text.split(separator: "\n").first { $0.hasPrefix("Max realtime timeout") }.map(String.init))
  }

  @Test(arguments: Surroundings.all)
  func `no stage of a worker can name another process, and its parent keeps its limits`(
    surroundings: Surroundings
  ) async throws {
    let before = try limits(of: getpid())
    try await withPlugin(in: surroundings) { site in
      for _ in 0..<2 {
        let report = try await site.run("name-others")
        #expect(report.word == "accepted", "\(report.outcome)")
      }
      let service = try service(of: site)
      #expect((service == getpid()) == (surroundings.worker?.contains("user") != true))
      #expect(try limits(of: service) == before && !before.contains("424242424"), "what the plugin sets")
    }
  }

  @Test(arguments: Surroundings.all)
  func `a job can signal itself and read its own scheduling`(surroundings: Surroundings) async throws {
    try await withPlugin(in: surroundings) { site in
      try await site.expect("name-itself", endsAs: "accepted")
      #expect(!site.reported("plugin was denied a system call"), "\(site.lines)")
    }
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a job that aborts is reported as aborted`(isolation: String) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)]) { site in
      try await site.expect("abort", endsAs: "crashed")
      #expect(site.reported("plugin failed", outcome: "crashed", detail: "SIGABRT"))
    }
  }

  @Test func `a job cannot stop itself, which would mean to signal a process`() async throws {
    try await Worksite.with { site in
      try await site.expect("stop", endsAs: "accepted")
      #expect(site.reported("plugin was denied a system call", detail: "tgkill"))
    }
  }
}
