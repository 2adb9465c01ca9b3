// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
import Testing
import WoofModel

@testable import WoofPlugins

/// What is taken for a job is given back. Nothing else may open files meanwhile.
@Suite(.serialized)
struct EnduranceTests {
  @Test(arguments: ["perJob", "reuse"])
  func `a thousand jobs do not increase memory and descriptors`(
    isolation: String
  ) async throws {
    try await Worksite.with(manifest: ["isolation": .string(isolation)], settings: { $0.workerCount = 1 }) { site in
      for _ in 0..<50 { try await site.expect("copy", endsAs: "accepted") }
      let before = (Self.pictureDescriptorCount, ResidentMemory.current)
      for _ in 0..<1000 { try await site.expect("copy", endsAs: "accepted") }
      #expect(ResidentMemory.current - before.1 < 4 << 10)
      // Another test may have one open at this moment; one that was lost stays.
      var leftCount = Self.pictureDescriptorCount
      for _ in 0..<200 where leftCount > before.0 {
        try await site.expect("copy", endsAs: "accepted")
        leftCount = Self.pictureDescriptorCount
      }
      #expect(leftCount <= before.0)
    }
  }

  /// Pictures and outputs that are open. Other tests that run at the same time have sockets, but none of these for long.
  private static var pictureDescriptorCount: Int {
    DescriptorCount.paths().count { $0.contains("woof-output") }
  }
}
