// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
import Testing
import WoofModel

@testable import WoofPlugins

/// What is taken for a job is given back.
@Suite(.serialized)
struct EnduranceTests {
  @Test(arguments: ["perJob", "reuse"])
  func `a thousand jobs do not increase memory and descriptors`(
    isolation: String
  ) async {
    // In a process of its own, as other tests use memory and open files meanwhile.
    await #expect(processExitsWith: .success) { [isolation] in
      try await Worksite.with(manifest: ["isolation": .string(isolation)], settings: { $0.workerCount = 1 }) { site in
        for _ in 0..<50 { try await site.expect("copy", endsAs: "accepted") }
        let before = (descriptors: try await Self.descriptorCount(site), memory: ResidentMemory.allocated)
        for _ in 0..<1000 { try await site.expect("copy", endsAs: "accepted") }
        #expect(ResidentMemory.allocated - before.memory < 4 << 10)
        let descriptors = try await Self.descriptorCount(site)
        #expect(descriptors <= before.descriptors)
      }
    }
  }

  /// The fewest descriptors that are open after any of some jobs: what a job had may be closed a moment after its end is told.
  private static func descriptorCount(_ site: Worksite) async throws -> Int {
    var counts: [Int] = []
    for _ in 0..<20 {
      try await site.expect("copy", endsAs: "accepted")
      counts.append(DescriptorCount.paths().count)
    }
    return counts.min() ?? 0
  }
}
