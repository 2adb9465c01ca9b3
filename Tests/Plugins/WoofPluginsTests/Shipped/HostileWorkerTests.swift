// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCore
import WoofImages
import WoofModel

@testable import HostilePictures
@testable import TestKit
@testable import TestPictures
@testable import WoofPlugins

/// Hostile files in the worker of the plugin that is shipped, as if the service had not looked at them.
@Suite(.enabled(if: ShippedVips.isBuilt)) struct HostileWorkerTests {
  /// What became of the files of one kind.
  private struct Row {
    var outcome = ""
    var slowest = Duration.zero
    var greatestMemory: UInt64 = 0
  }

  /// Lends a runner that is not switched off however many files it fails at.
  static func withRunner(_ body: (PluginRunner) async throws -> Void) async throws {
    let installation = try Installation()
    let plugin = try ShippedVips.install(in: installation)
    var policy = SupervisionPolicy()
    policy.workerCount = 1
    policy.failureLimit = .max
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
    let runner = PluginRunner(plugin: plugin, settings: settings, policy: policy, time: SystemTimeSource()) { _ in }
    try await runner.start()
    do {
      try await body(runner)
      await runner.drain()
    } catch {
      await runner.drain()
      throw error
    }
  }

  /// The file as a picture: of the format of its first bytes, and of the size that the service's checks find, if any.
  static func picture(_ bytes: [UInt8]) throws -> (picture: Picture, request: PictureRequest) {
    var inspection = ImageStructure().makeInspection()
    try? inspection.consume(bytes.span.bytes)
    let findings = try? inspection.finish()
    let file = try PictureMemory(bytes)
    guard let findings, let type = findings.type, let width = findings.width, let height = findings.height else {
      return (Picture(file: file, type: .jpeg, width: 1, height: 1), PictureRequest(wantsAnnotations: true))
    }
    return (
      Picture(file: file, type: type, width: width, height: height),
      PictureRequest(variants: [.thumb], wantsAnnotations: true)
    )
  }

  private static func row(of files: HostileFiles, in runner: PluginRunner) async throws -> Row {
    var row = Row()
    var (accepted, refused, failures) = (0, 0, [String]())
    for number in 0..<files.count {
      let (picture, request) = try picture(files.make(number))
      let start = ContinuousClock.now
      let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
      row.slowest = max(row.slowest, start.duration(to: .now))
      row.greatestMemory = max(row.greatestMemory, report.residentByteCount)
      switch report.outcome {
      case .accepted: accepted += 1
      case .refused: refused += 1
      case .failed(let failure): failures.append(words(for: failure.reason))
      }
    }
    let reasons = [String](repeating: "", count: refused)
    row.outcome = HostileDocument.outcome(accepted: accepted, refusals: reasons, failures: failures)
    return row
  }

  private static func words(for reason: PictureFailure.Reason) -> String {
    switch reason {
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .limitExceeded: "exceeded a limit"
    case .lied: "lied"
    case .overloaded, .unavailable: "not looked at"
    }
  }

  /// The kinds that take no longer than a moment; `script/corpus` tries the others too.
  private static let quick = HostileFiles.all.filter { files in
    let outcome = try? HostileDocument.outcome(of: files, .worker)
    return files.count < 100 && (outcome == "accepted" || outcome?.hasSuffix("refused") == true)
  }

  @Test(.enabled(if: !quick.isEmpty, "run script/corpus"))
  func `hostile files are accepted or refused as the documentation says, and the worker goes on`() async throws {
    try await Self.withRunner { runner in
      for files in Self.quick {
        let row = try await Self.row(of: files, in: runner)
        #expect(try HostileDocument.outcome(of: files, .worker) == row.outcome, "\(files): run script/corpus")
      }
      let (picture, request) = try Self.picture(SamplePNG().bytes)
      let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
      #expect(report.findings?.variants.count == 1, "\(report.outcome)")
      #expect(runner.counts.failedAttemptCount == 0)
    }
  }

  @Test(arguments: Sample.decodable)
  func `a damaged picture can be decoded before it is damaged`(sample: Sample) async throws {
    try await Self.withRunner { runner in
      let (picture, request) = try Self.picture(sample.bytes)
      let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
      #expect(report.findings?.variants.count == 1, "\(report.outcome)")
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["WOOF_WRITE_HOSTILE_TABLE"] != nil))
  func `the documentation's table is written`() async throws {
    try await Self.withRunner { runner in
      var cells: [[String]] = []
      for files in HostileFiles.all {
        let row = try await Self.row(of: files, in: runner)
        cells.append([row.outcome, HostileDocument.text(of: row.slowest), "\(row.greatestMemory >> 20)"])
        #expect(!row.outcome.contains("not looked at") && !row.outcome.contains("lied"), "\(files): \(row.outcome)")
      }
      try HostileDocument.write(cells, .worker)
    }
  }
}
