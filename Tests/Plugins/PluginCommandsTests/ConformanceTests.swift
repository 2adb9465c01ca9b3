// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofPlugins

@testable import PluginCommands
@testable import TestKit

/// The conformance kit finds what is wrong, with a plugin that does wrong when it is asked to.
struct ConformanceTests {
  private static let jobCount = 60
  private static let endurance = "60 jobs in one process"

  private static func hostilePlugin(in folder: TemporaryFolder) throws -> Plugin {
    try folder.write(
      """
      {"name": "hostile", "version": "1.0", "abi": 1, "accepts": ["image/png"], "emits": ["image/png"],
      "parameters": {"type": "object", "properties": {"do": {"type": "string"}}, "required": ["do"]}}
      """, to: "manifest.json")
    return try SealedPlugin.make(CompiledLibrary.hostilePlugin.path, manifest: folder.path("manifest.json"), in: folder)
  }

  /// The checks that a plugin fails which does so with every picture.
  private static func failedChecks(of behaviour: String) async throws -> Set<String> {
    let folder = try TemporaryFolder()
    let plugin = try hostilePlugin(in: folder)
    let runner = SealedPlugin.runner(plugin)
    let parameters = try StepParameters("{\"do\": \"\(behaviour)\"}", of: plugin.manifest)
    let subject = Subject(runner, parameters: parameters.bytes)
    var findings: [Finding] = []
    try await Conformance(subject, limits: plugin.manifest.limits, jobCount: jobCount).run { findings.append($0) }
    await runner.drain()
    #expect(findings.contains { $0.check == endurance })
    return Set(findings.filter { $0.outcome == .failed }.map(\.check))
  }

  @Test func `a correct plugin passes`() async throws {
    #expect(try await Self.failedChecks(of: "nothing") == [])
  }

  @Test(arguments: ["segfault", "lie-size"])
  func `a plugin that crashes or lies fails on sound pictures`(behaviour: String) async throws {
    #expect(try await Self.failedChecks(of: behaviour).isSuperset(of: ["sound pictures", Self.endurance]))
  }

  @Test func `a plugin that leaks is detected, although each of its jobs has its own process`() async throws {
    #expect(try await Self.failedChecks(of: "leak") == [Self.endurance])
  }

  @Test func `a plugin with varying results is detected`() async throws {
    #expect(try await Self.failedChecks(of: "random") == ["the same picture twice"])
  }

  @Test func `memory counts as growing if the end is above the state after a warm-up`() {
    let megabyte: UInt64 = 1 << 20
    let numbers = (0..<100).map { UInt64($0) }
    #expect(MemoryGrowth(numbers.map { $0 < 5 ? 10 * megabyte : 40 * megabyte }) == nil)
    #expect(MemoryGrowth(numbers.map { 40 * megabyte + 4_096 * $0 }) == nil)
    #expect(MemoryGrowth(numbers.map { $0 < 60 ? 40 * megabyte : 50 * megabyte }) == nil)
    let growth = MemoryGrowth(numbers.map { (40 + $0) * megabyte })
    #expect(growth?.early == 89 * megabyte)
    #expect(growth?.late == 115 * megabyte)
    #expect(MemoryGrowth([]) == nil)
    #expect(MemoryGrowth([0, 0, 0]) == nil)
  }

  @Test(arguments: [
    (String?.none, "parameters.do is missing; give what hostile needs by --parameters"), ("{", "is not JSON"),
    ("[]", "have to be an object"), (#"{"do": 1}"#, "parameters.do has to be of type string"),
  ])
  func `parameters that the plugin does not take are refused`(text: String?, words: String) throws {
    let folder = try TemporaryFolder()
    let manifest = try Self.hostilePlugin(in: folder).manifest
    let error = #expect(throws: (any Error).self) { try StepParameters(text, of: manifest) }
    #expect(error.map { "\($0)" }?.contains(words) == true)
  }
}
