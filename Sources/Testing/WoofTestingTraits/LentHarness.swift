// SPDX-License-Identifier: Apache-2.0

internal import Testing
public import WoofTesting

/// A harness that a trait has lent to a test.
struct LentHarness: Sendable {
  @TaskLocal static var current: LentHarness?

  let harness: WoofHarness
  let test: Test.ID

  init(_ harness: WoofHarness, test: Test.ID) {
    self.harness = harness
    self.test = test
  }
}

extension WoofHarness {
  /// The harness of the test that runs. Tasks that the test starts have it too, but for detached ones.
  ///
  /// - Throws: ``WoofTesting/HarnessError`` of code `noHarness` where no trait ``HarnessTrait`` is on the test.
  public static var current: WoofHarness {
    get throws(HarnessError) {
      if let lent = LentHarness.current { return lent.harness }
      throw HarnessError(.noHarness, "No harness has been started for this test; put .woof on it, or on its suite.")
    }
  }
}
