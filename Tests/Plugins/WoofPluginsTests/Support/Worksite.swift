// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
@testable import TestKit
@testable import TestPictures
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin that runs in a worker, with what was reported of it.
final class Worksite: Sendable {
  let installation: Installation
  let runner: PluginRunner
  private let reports: Reports

  /// Installs the hostile plugin, whose workers start with the first job.
  init(
    manifest: [String: JSONValue] = [:], policy: SupervisionPolicy = SupervisionPolicy(),
    settings: (inout WorkerSettings) -> Void = { _ in }
  ) throws {
    let installation = try Installation()
    let plugin = try installation.install(manifest)
    var workers = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath)
    settings(&workers)
    let reports = Reports()
    self.installation = installation
    self.reports = reports
    runner = PluginRunner(plugin: plugin, settings: workers, policy: policy, time: SystemTimeSource()) {
      reports.add($0)
    }
  }

  /// Runs `body`, and ends the workers after it.
  static func with<Result: Sendable>(
    manifest: [String: JSONValue] = [:], policy: SupervisionPolicy = SupervisionPolicy(),
    settings: (inout WorkerSettings) -> Void = { _ in }, _ body: (Worksite) async throws -> Result
  ) async throws -> Result {
    let site = try Worksite(manifest: manifest, policy: policy, settings: settings)
    do {
      let result = try await body(site)
      await site.runner.drain()
      return result
    } catch {
      await site.runner.drain()
      throw error
    }
  }

  /// Lets the plugin do something with a picture.
  func run(
    _ behaviour: String, on picture: Picture? = nil, wanted: [VariantSpecification] = [], annotations: Bool = false,
    urgency: PictureRequest.Urgency = .request
  ) async throws -> PluginJobReport {
    let request = PictureRequest(variants: wanted, wantsAnnotations: annotations, urgency: urgency)
    let parameters = JSONText.bytes(of: ["do": .string(behaviour)])
    return await runner.run(try picture ?? .sample(), for: request, parameters: parameters)
  }

  /// Lets the plugin do something with a picture, and expects the job to end so.
  func expect(_ behaviour: String, endsAs word: String, sourceLocation: SourceLocation = #_sourceLocation) async throws
  {
    let report = try await run(behaviour)
    #expect(report.word == word, "\(behaviour): \(report.outcome)", sourceLocation: sourceLocation)
  }

  /// What was reported so far.
  var lines: [PluginReport] { reports.lines }

  /// Whether a line says so of the plugin.
  func reported(_ message: String, outcome: String? = nil, detail: String? = nil) -> Bool {
    lines.contains { line in
      line.plugin == "hostile/1.0" && line.message == message && (outcome == nil || line.outcome == outcome)
        && (detail == nil || line.detail?.contains(detail ?? "") == true)
    }
  }
}

/// Log lines as they come.
final class Reports: Sendable {
  private let kept = Mutex<[PluginReport]>([])

  func add(_ report: PluginReport) { kept.withLock { $0.append(report) } }

  var lines: [PluginReport] { kept.withLock(\.self) }
}

extension Picture {
  /// A sound picture of 9 x 5 pixels.
  static func sample(tail: [UInt8] = []) throws -> Picture {
    Picture(file: try PictureMemory(SamplePNG().bytes + tail), type: .png, width: 9, height: 5)
  }
}

extension VariantSpecification {
  /// A variant that the sample picture itself fits.
  static let thumb = VariantSpecification(name: "thumb", width: 256, height: 256, type: .png, quality: 80)
}

extension PluginJobReport {
  /// How the job ended, in a word.
  var word: String {
    switch outcome {
    case .accepted: "accepted"
    case .refused: "refused"
    case .failed(let failure): "\(failure.reason)"
    }
  }

  /// What was found; `nil` unless the picture was accepted.
  var findings: PictureFindings? { if case .accepted(let findings) = outcome { findings } else { nil } }

  /// What went wrong.
  var failure: PictureFailure? { if case .failed(let failure) = outcome { failure } else { nil } }
}
