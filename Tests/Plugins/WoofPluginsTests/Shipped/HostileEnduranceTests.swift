// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HostilePictures
@testable import TestKit
@testable import WoofPlugins

/// Many hostile files in the worker of the plugin that is shipped; `script/corpus --in-a-row` says how many.
@Suite(.enabled(if: ShippedVips.isBuilt)) struct HostileEnduranceTests {
  /// What is allocated, in KB.
  private struct Memory {
    let service = ResidentMemory.allocated
    let workers = WorkerMemory.current
  }

  private static let count = ProcessInfo.processInfo.environment["WOOF_HOSTILE_FILES"].flatMap { Int($0) }

  @Test(.enabled(if: count != nil))
  func `memory is flat over hostile files in a row`() async throws {
    let count = try #require(Self.count)
    let files = HostileFiles.all.flatMap { files in (0..<files.count).map { (files, $0) } }
    try await HostileWorkerTests.withRunner { runner in
      var memory: [Memory] = []
      print("| files | service's memory | workers' memory |\n|---:|---:|---:|")
      for number in 0...count {
        if number.isMultiple(of: 1_000) {
          let now = Memory()
          print("| \(number) | \(now.service) KB | \(now.workers) KB |")
          memory.append(now)
        }
        let (kind, index) = files[number % files.count]
        let (picture, request) = try HostileWorkerTests.picture(kind.make(index))
        _ = await runner.run(picture, for: request, parameters: Array("{}".utf8))
      }
      #expect(runner.counts.outcomes["unavailable"] == nil)
      // The first thousand loads what is loaded once.
      let (warm, end) = (memory[min(1, memory.count - 1)], memory[memory.count - 1])
      #expect(end.service < warm.service + warm.service / 10 + 4_096)
      #expect(end.workers < warm.workers + warm.workers / 10 + 4_096)
    }
  }
}
