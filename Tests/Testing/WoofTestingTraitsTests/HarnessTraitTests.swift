// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofModel
import WoofTesting

@testable import WoofTestingTraits

@Suite(.woof { $0.account("ada") })
struct HarnessTraitTests {
  @Test func `a test of a suite gets a harness`() async throws {
    let account = try await WoofHarness.current.client(as: "ada").account()
    #expect(account.name == "ada")
  }

  @Test(.woof { $0.photos(2, by: "ben") })
  func `a test's own trait adds to the suite's`() async throws {
    let woof = try WoofHarness.current
    let ada = try await woof.client(as: "ada").account().name
    #expect(ada == "ada")
    let count = try await woof.client().photos().reduce(into: 0) { count, _ in count += 1 }
    #expect(count == 2)
  }

  @Test(arguments: ["first", "second"])
  func `each case gets its own harness`(name: String) async throws {
    let woof = try WoofHarness.current
    try await woof.addAccount("fan")
    try await woof.client().checkHealth()
    #expect(woof.journal.exchanges.count == 1)
  }

  @Test func `tasks of a test get its harness`() async throws {
    let url = try WoofHarness.current.url
    let found = try await Task { try WoofHarness.current.url }.value
    #expect(found == url)
  }
}

struct HarnessTraitEndTests {
  @Test func `a test without the trait gets an error with advice`() {
    #expect { try WoofHarness.current } throws: { ($0 as? HarnessError)?.code == .noHarness }
  }

  @Test(.ended { #expect(!$0.isThere && $0.reports.isEmpty) }, .woof)
  func `a harness without a failure reports nothing`() async throws {
    Ending.current?.note(try WoofHarness.current)
  }

  @Test(
    .ended { end in
      #expect(!end.isThere)
      #expect(end.reports.count == 1)
      #expect(end.reports.first?.contains("1. GET /healthz → 200") == true)
      #expect(end.reports.first?.contains("faults that never happened: answer 500 for PUT any path") == true)
    }, .failureExpected, .woof)
  func `a failed test gets a report`() async throws {
    let woof = try WoofHarness.current
    Ending.current?.note(woof)
    try woof.faults.inject(.serverError(), into: RequestPattern(.put))
    try await woof.client().checkHealth()
    Issue.record("as it should")
  }

  @Test(
    .ended { end in
      #expect(end.isThere)
      #expect(end.reports.first?.contains(end.folder ?? "nowhere") == true)
      end.remove()
    }, .failureExpected, .woof(keepsDataOnFailure: true))
  func `data is kept if the test failed and asked for it`() async throws {
    Ending.current?.note(try WoofHarness.current)
    Issue.record("as it should")
  }

  @Test(.ended { #expect($0.reports.count == 1) }, .failureExpected, .woof)
  func `a missed expectation fails the test`() async throws {
    try WoofHarness.current.expect(.get, "/healthz")
  }
}

/// What is left of a harness when its test has ended.
final class Ending: Sendable {
  @TaskLocal static var current: Ending?

  private let state = Mutex<(folder: String?, reports: [String])>((nil, []))

  var folder: String? { state.withLock { $0.folder } }
  var reports: [String] { state.withLock { $0.reports } }
  var isThere: Bool { folder.map { FileManager.default.fileExists(atPath: $0) } ?? false }

  func note(_ woof: WoofHarness) { state.withLock { $0.folder = woof.folder } }
  func report(_ text: String) { state.withLock { $0.reports.append(text) } }
  func remove() { folder.map { try? FileManager.default.removeItem(atPath: $0) } }
}

/// Looks at what is left when the traits after it have ended.
struct EndingTrait: TestTrait, TestScoping {
  let check: @Sendable (Ending) -> Void

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let ending = Ending()
    try await HarnessTrait.$print.withValue({ ending.report($0) }) {
      try await Ending.$current.withValue(ending) { try await function() }
    }
    check(ending)
  }
}

extension Trait where Self == EndingTrait {
  static func ended(_ check: @escaping @Sendable (Ending) -> Void) -> Self { EndingTrait(check: check) }
}

extension Trait where Self == IssueHandlingTrait {
  /// The failures of the test are as they should be.
  static var failureExpected: Self { .compactMapIssues { _ in nil } }
}
