// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import HostilePictures
@testable import TestKit
@testable import TestPictures
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import WoofPlugins

/// The plugin that is shipped, in the sandbox, where it has been built beside the tests.
@Suite(.enabled(if: ShippedVips.isBuilt))
struct VipsTests {
  private func runner(_ installation: Installation, _ reports: Reports) throws -> PluginRunner {
    let plugin = try ShippedVips.install(in: installation)
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
    return PluginRunner(plugin: plugin, settings: settings) { reports.add($0) }
  }

  @Test func `the plugin derives and annotates, and makes no denied call`() async throws {
    let installation = try Installation()
    let reports = Reports()
    let runner = try runner(installation, reports)
    try await runner.start()
    let variants = [ImageType.webp, .jpeg, .avif].map {
      VariantSpecification(name: "\($0)", width: 64, height: 64, type: $0, quality: 80)
    }
    let request = PictureRequest(variants: variants, wantsAnnotations: true)
    let bytes = SamplePNG(width: 300, height: 200, colourType: 2).bytes
    let picture = Picture(file: try PictureMemory(bytes), type: .png, width: 300, height: 200)
    let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
    let findings = try #require(report.findings, "\(report.outcome)")
    #expect(findings.variants.count == 3 && findings.variants.values.allSatisfy { $0.width == 64 && $0.height == 43 })
    #expect(findings.placeholder != nil && findings.averageColour == "#000000" && findings.perceptualHash != nil)
    #expect(!reports.lines.contains { $0.level != .debug }, "\(reports.lines)")
    await runner.drain()
  }

  @Test(arguments: Sample.decodable)
  func `no decodable picture makes the plugin try a denied call`(sample: Sample) async throws {
    let installation = try Installation()
    let reports = Reports()
    let runner = try runner(installation, reports)
    let (picture, request) = try HostileWorkerTests.picture(sample.bytes)
    let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
    #expect(report.findings?.variants.count == 1, "\(report.outcome)")
    #expect(!reports.lines.contains { $0.level != .debug } && runner.counts.deniedCallCount == 0, "\(reports.lines)")
    await runner.drain()
  }

  @Test func `a JPEG that lost a part is refused, and a carelessly written one is not`() async throws {
    let installation = try Installation()
    let reports = Reports()
    let runner = try runner(installation, reports)
    let whole = try #require(Sample.decodable.first { $0.testDescription == "decodable JPEG" }).bytes
    let band = try #require(whole.offset(of: [0x00, 0x3F, 0x00]))
    let light = try HostileWorkerTests.picture(whole.replacing(at: band, with: [0, 0, 0]))
    #expect(await runner.run(light.picture, for: light.request, parameters: Array("{}".utf8)).word == "accepted")
    let broken = try HostileWorkerTests.picture(Array(whole[..<(whole.count * 9 / 10)]) + [0xFF, 0xD9])
    let report = await runner.run(broken.picture, for: broken.request, parameters: Array("{}".utf8))
    guard case .refused(let rejection) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(rejection.reason == "the JPEG picture breaks off before its end")
    #expect(!reports.lines.contains { $0.job == nil }, "it says nothing while it is prepared: \(reports.lines)")
    await runner.drain()
  }

  @Test func `a truncated picture is refused`() async throws {
    let installation = try Installation()
    let runner = try runner(installation, Reports())
    let bytes = SamplePNG(width: 300, height: 200, colourType: 2).bytes
    let picture = Picture(file: try PictureMemory(Array(bytes.prefix(9000))), type: .png, width: 300, height: 200)
    let report = await runner.run(picture, for: PictureRequest(), parameters: Array("{}".utf8))
    #expect(report.word == "refused")
    await runner.drain()
  }
}
