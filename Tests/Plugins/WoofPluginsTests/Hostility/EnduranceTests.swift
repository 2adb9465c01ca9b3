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
        let before = (DescriptorCount.paths().count, ResidentMemory.allocated)
        for _ in 0..<1000 { try await site.expect("copy", endsAs: "accepted") }
        #expect(ResidentMemory.allocated - before.1 < 4 << 10)
        #expect(DescriptorCount.paths().count <= before.0)
      }
    }
  }
}
