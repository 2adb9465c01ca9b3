// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
public import Testing
public import WoofTesting

/// Gives each test a harness of its own, for the time of the test.
///
/// ```swift
/// @Test(.woof { $0.photos(3, by: "ada") }) func `the newest photo comes first`() async throws {
///   let woof = try WoofHarness.current
///   …
/// }
/// ```
///
/// Put on a suite, it counts for every test in it; a test's own trait then adds to what the suite's says. Each case of a
/// test with arguments has a harness too. When the test has ended, what was expected of requests is verified, and the
/// harness is stopped. Where the test has failed, ``WoofTesting/WoofHarness/report(ofLast:)`` is printed on standard
/// error.
public struct HarnessTrait: TestTrait, SuiteTrait, TestScoping {
  /// The closure that prints the reports of failed tests; on standard error by default.
  @TaskLocal static var print: @Sendable (String) -> Void = { report in
    let line = Array("\(report)\n".utf8)
    _ = write(2, line, line.count)
  }

  let keepsDataOnFailure: Bool
  let configure: @Sendable (inout HarnessConfiguration) throws -> Void

  /// `true`: a suite's trait is its tests'.
  public var isRecursive: Bool { true }

  /// Starts a harness, lends it to the test, and stops it.
  ///
  /// - Throws: Any error of starting the harness or of the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The outermost trait starts one harness as all of them say.
    if LentHarness.current?.test == test.id { return try await function() }
    let traits = test.traits.compactMap { $0 as? HarnessTrait }
    let woof = try await WoofHarness.start { configuration in
      for trait in traits { try trait.configure(&configuration) }
    }
    let failure = FailureWatch()
    do {
      try await failure.watch(test, testCase) {
        try await LentHarness.$current.withValue(LentHarness(woof, test: test.id)) { try await function() }
        Self.verify(woof, after: test)
      }
    } catch {
      await end(woof, traits, hasFailed: true)
      throw error
    }
    await end(woof, traits, hasFailed: failure.hasFailed)
  }

  private static func verify(_ woof: WoofHarness, after test: Test) {
    do { try woof.verify() } catch { Issue.record(error, sourceLocation: test.sourceLocation) }
  }

  private func end(_ woof: WoofHarness, _ traits: [HarnessTrait], hasFailed: Bool) async {
    if hasFailed {
      if traits.contains(where: \.keepsDataOnFailure) { woof.keepFolder() }
      Self.print(woof.report())
    }
    await woof.stop()
  }
}

extension Trait where Self == HarnessTrait {
  /// A harness for each test, empty.
  public static var woof: Self { .woof() }

  /// A harness for each test.
  ///
  /// - Parameters:
  ///   - keepsDataOnFailure: `true` to leave the harness's folder where it is if the test has failed; `false` by
  ///     default.
  ///   - configure: Says what the harness is to be like; what it throws, the test fails with.
  public static func woof(
    keepsDataOnFailure: Bool = false,
    _ configure: @escaping @Sendable (inout HarnessConfiguration) throws -> Void = { _ in }
  ) -> Self {
    HarnessTrait(keepsDataOnFailure: keepsDataOnFailure, configure: configure)
  }
}

/// Sees whether a test fails.
final class FailureWatch: Sendable {
  private let failed = Mutex(false)

  /// `true` once a failure has been recorded.
  var hasFailed: Bool { failed.withLock { $0 } }

  /// Runs a part of a test, and notes the failures that it records.
  ///
  /// - Throws: Any error that `body` throws.
  func watch(_ test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void) async throws {
    let handler = IssueHandlingTrait.compactMapIssues { [self] issue in
      if issue.isFailure { failed.withLock { $0 = true } }
      return issue
    }
    try await handler.provideScope(for: test, testCase: testCase, performing: body)
  }
}
