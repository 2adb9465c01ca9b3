// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin misbehaves while it is loaded.
struct StartingTests {
  private func fault(
    _ configuration: String, isolation: String = "perJob", startDeadline: Duration = .seconds(10)
  ) async throws -> PluginError? {
    let manifest: [String: JSONValue] = [
      "configuration": ["do": .string(configuration)], "isolation": .string(isolation),
    ]
    return try await Worksite.with(manifest: manifest, settings: { $0.startDeadline = startDeadline }) { site in
      do throws(PluginError) {
        try await site.runner.start()
      } catch {
        return error
      }
      return nil as PluginError?
    }
  }

  @Test(arguments: [
    ("segfault", "SIGSEGV"), ("fail", "create function failed"), ("thread", "leaves threads behind"),
    ("fork", "leaves processes behind"),
  ])
  func `a plugin that cannot be prepared does not start, and the error gives the reason`(
    configuration: String, words: String
  ) async throws {
    let error = try #require(try await fault(configuration))
    #expect(error.code == .start && error.message.contains("hostile/1.0") && error.message.contains(words))
  }

  @Test func `a plugin that takes too long to prepare is ended`() async throws {
    let error = try #require(try await fault("slow", startDeadline: .milliseconds(100)))
    #expect(error.code == .start && error.message.contains("longer than"))
  }

  @Test(arguments: ["perJob", "reuse"])
  func `a plugin reaches nothing during its preparation`(isolation: String) async throws {
    #expect(try await fault("reach", isolation: isolation) == nil)
  }

  @Test func `a reused plugin can leave threads behind`() async throws {
    #expect(try await fault("thread", isolation: "reuse") == nil)
  }

  @Test func `a reused plugin cannot fork during its preparation`() async throws {
    #expect(try await fault("fork", isolation: "reuse") == nil)
  }

  @Test func `a plugin for another version of the interface does not start`() async throws {
    let installation = try Installation()
    let plugin = try installation.install(["name": "misfit"], with: .misfitPlugin)
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
    let runner = PluginRunner(plugin: plugin, settings: settings) { _ in }
    let error = await #expect(throws: PluginError.self) { try await runner.start() }
    #expect(error?.message.contains("another version of the interface") == true)
    await runner.drain()
  }

  @Test func `a plugin with another name than its manifest does not start`() async throws {
    try await Worksite.with(manifest: ["version": "2.0"]) { site in
      let error = await #expect(throws: PluginError.self) { try await site.runner.start() }
      #expect(error?.message.contains("version is not that of its manifest") == true)
    }
  }

  @Test func `a missing worker is named`() async throws {
    try await Worksite.with(settings: { $0.workerPath = "/nowhere/woof-worker" }) { site in
      let error = await #expect(throws: PluginError.self) { try await site.runner.start() }
      #expect(error?.code == .notFound && error?.message.contains("/nowhere/woof-worker") == true)
    }
  }

  @Test func `a worker reports the active layers of the sandbox, with all required ones`() async throws {
    try await Worksite.with { site in
      let layers = try await site.runner.start()
      #expect(layers.isSuperset(of: [.noNewPrivileges, .undumpable, .landlock, .resourceLimits, .systemCallFilter]))
    }
  }
}
