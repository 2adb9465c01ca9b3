internal import Synchronization
internal import Testing

/// Sees whether a test fails.
final class FailureWatch: Sendable {
  private let failed = Mutex(false)

  /// `true` once a failure has been recorded.
  var hasFailed: Bool { failed.withLock { $0 } }

  /// Runs a part of a test, and notes the failures that it records.
  ///
  /// - Throws: What `body` throws.
  func watch(_ test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void) async throws {
    let handler = IssueHandlingTrait.compactMapIssues { [self] issue in
      if issue.isFailure { failed.withLock { $0 = true } }
      return issue
    }
    try await handler.provideScope(for: test, testCase: testCase, performing: body)
  }
}
