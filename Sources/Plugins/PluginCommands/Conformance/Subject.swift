// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofPlugins

/// A plugin that is being checked, in the sandbox, and what its jobs took.
actor Subject {
  private let runner: PluginRunner
  private let parameters: [UInt8]
  /// The most processor time that a job took, in microseconds.
  private(set) var greatestProcessorTime: UInt64 = 0
  /// The most memory that the process of a job had, in bytes.
  private(set) var greatestMemory: UInt64 = 0

  /// The formats that it takes.
  nonisolated var accepts: Set<ImageType> { runner.plugin.manifest.accepts }

  /// - Parameter parameters: A JSON object that satisfies the plugin's schema; empty by default.
  init(_ runner: PluginRunner, parameters: [UInt8] = Array("{}".utf8)) {
    self.runner = runner
    self.parameters = parameters
  }

  /// The same plugin, all of whose jobs are done by one process. It is to be drained.
  nonisolated func sharingOneProcess() -> Subject { Subject(runner.sharingOneProcess(), parameters: parameters) }

  /// Ends its processes.
  nonisolated func drain() async { await runner.drain() }

  /// Has it look at a picture, and make of it one small image of each format that it makes, and a moving one of each that it
  /// makes moving.
  func look(at bytes: [UInt8], like picture: DrawnPicture) async throws -> PluginJobReport {
    let file = try PictureMemory(bytes)
    let manifest = runner.plugin.manifest
    let still = manifest.emits.map { type in
      VariantSpecification(name: type.fileExtension, width: 32, height: 32, type: type, quality: 80)
    }
    let moving = manifest.emitsMoving.map { type in
      VariantSpecification(
        name: "moving-\(type.fileExtension)", width: 32, height: 32, type: type, quality: 80, motion: .init())
    }
    let variants = (still + moving).sorted { $0.name < $1.name }
    let report = await runner.run(
      Picture(file: file, type: picture.type, width: picture.width, height: picture.height),
      for: PictureRequest(variants: variants, wantsAnnotations: true), parameters: parameters)
    greatestProcessorTime = max(greatestProcessorTime, report.processorMicroseconds)
    greatestMemory = max(greatestMemory, report.residentByteCount)
    return report
  }
}
