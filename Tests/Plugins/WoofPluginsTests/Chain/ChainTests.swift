// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

struct ChainTests {
  private func chain(_ steps: [PluginStep], in installation: Installation) throws -> PluginChain {
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
    return try PluginChain(steps, from: PluginSearch(in: [installation.path]), settings: settings) { _ in }
  }

  @Test func `the first refusal is that of the chain`() async throws {
    let installation = try Installation()
    _ = try installation.install()
    let steps = ["annotate", "refuse", "segfault"].map {
      PluginStep(plugin: "hostile", parameters: ["do": .string($0)])
    }
    let chain = try chain(steps, in: installation)
    try await chain.start()
    let outcome = await chain.transform(try .sample(), for: PictureRequest())
    guard case .refused(let rejection) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(rejection.transformer == "hostile")
    await chain.drain()
  }

  @Test func `the findings of the steps are combined`() async throws {
    let installation = try Installation()
    _ = try installation.install()
    let steps = ["annotate", "copy"].map { PluginStep(plugin: "hostile", parameters: ["do": .string($0)]) }
    let chain = try chain(steps, in: installation)
    try await chain.start()
    let request = PictureRequest(variants: [.thumb], wantsAnnotations: true)
    guard case .accepted(let findings) = await chain.transform(try .sample(), for: request) else {
      Issue.record("it is not accepted")
      return
    }
    #expect(findings.averageColour == "#a1b2c3" && findings.variants["thumb"] != nil)
    await chain.drain()
  }

  @Test func `a chain that is given up accepts no picture`() async throws {
    let installation = try Installation()
    _ = try installation.install()
    let chain = try chain([PluginStep(plugin: "hostile", parameters: ["do": "annotate"])], in: installation)
    try await chain.start()
    let picture = try Picture.sample()
    let outcome = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await chain.transform(picture, for: PictureRequest())
    }.value
    if case .failed(let failure) = outcome {
      #expect(failure.reason == .unavailable && failure.detail == "the job was given up")
    } else {
      Issue.record("\(outcome)")
    }
    await chain.drain()
  }

  @Test func `names distinguish plugins, versions and parameters`() throws {
    let installation = try Installation()
    _ = try installation.install()
    let steps = [PluginStep(plugin: "hostile"), PluginStep(plugin: "hostile", parameters: ["do": "copy"])]
    let names = try chain(steps, in: installation).names
    #expect(names[0] == "hostile/1.0" && names[1].hasPrefix("hostile/1.0+") && names[1].count == 20)
  }

  @Test func `names distinguish configurations of a plugin`() throws {
    let installation = try Installation()
    let configurations: [JSONValue] = [[:], ["pixels": 1], ["pixels": 2]]
    let steps = [PluginStep(plugin: "hostile"), PluginStep(plugin: "hostile", parameters: ["do": "copy"])]
    var names: Set<String> = []
    for configuration in configurations {
      _ = try installation.install(["configuration": configuration])
      names.formUnion(try chain(steps, in: installation).names)
    }
    #expect(names.count == configurations.count * steps.count && names.contains("hostile/1.0"))
  }

  @Test func `unknown parameters are refused before a plugin starts`() throws {
    let installation = try Installation()
    _ = try installation.install()
    let step = PluginStep(plugin: "hostile", parameters: ["bark": true])
    let error = #expect(throws: PluginError.self) { try chain([step], in: installation) }
    #expect(error?.code == .parameters && error?.message.contains("step 1, hostile") == true)
  }

  @Test func `a chain with a plugin that cannot start does not start`() async throws {
    let installation = try Installation()
    _ = try installation.install(["configuration": ["do": "fail"]])
    let chain = try chain([PluginStep(plugin: "hostile")], in: installation)
    await #expect(throws: PluginError.self) { try await chain.start() }
  }

  @Test func `a picture with more pixels than the plugin accepts is refused without a job`() async throws {
    let installation = try Installation()
    _ = try installation.install()
    let chain = try chain([PluginStep(plugin: "hostile")], in: installation)
    var picture = try Picture.sample()
    picture.width = 2_000_000
    guard case .refused = await chain.transform(picture, for: PictureRequest()) else {
      Issue.record("it is not refused")
      return
    }
  }
}
