// SPDX-License-Identifier: Apache-2.0

import OrderTrialKit
import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel

@testable import TestKit
@testable import WoofPostgresStorage

/// The small form of `script/cluster-trial order`, and its judge.
struct OrderTrialTests {
  @Test(
    .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
    .timeLimit(.minutes(5)))
  func `a handful of rounds finds nothing`() async throws {
    var plan = OrderTrial.Plan()
    plan.roundCount = 40
    plan.seed = 3
    let report = try await OrderTrial(plan).run()
    #expect(report.faults == [])
    #expect(report.roundCount == 40)
    #expect(report.standCount > 30)
  }

  @Test(
    .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
    .timeLimit(.minutes(5)))
  func `numbers that are given without the lock are found`() async throws {
    var plan = OrderTrial.Plan()
    plan.roundCount = 200
    plan.locksNumbers = false
    let report = try await OrderTrial(plan).run()
    #expect(report.faults.contains { $0.contains("has missed number") }, "\(report.text) \(report.faults)")
  }

  // MARK: The judge

  private static func photo(_ number: Int, version: Int64, at sequence: Int64) -> LoggedPhoto {
    LoggedPhoto(id: PhotoID(high: 1, low: UInt64(number)), version: version, sequence: sequence)
  }

  @Test func `a reader who is told of everything once and in order is not complained of`() {
    let judge = ChangeLogJudge("she", knowing: [Self.photo(1, version: 1, at: 1)])
    judge.take([Self.photo(2, version: 1, at: 2), Self.photo(1, version: 3, at: 4)], through: 4)
    judge.take([], through: 4)
    judge.compare(judge.view, with: [Self.photo(1, version: 3, at: 4), Self.photo(2, version: 2, at: 5)])
    #expect(judge.faults == [])
  }

  @Test func `a change that came behind the reader's back is missed`() {
    let judge = ChangeLogJudge("she")
    judge.take([Self.photo(1, version: 1, at: 2)], through: 2)
    judge.compare(judge.view, with: [Self.photo(1, version: 1, at: 2), Self.photo(2, version: 1, at: 1)])
    #expect(judge.faults.count == 1)
    #expect(judge.faults.first?.contains("has missed number 1") == true)
  }

  @Test func `a version that is told of again is found`() {
    let judge = ChangeLogJudge("she")
    judge.take([Self.photo(1, version: 2, at: 2)], through: 2)
    judge.take([Self.photo(1, version: 2, at: 3)], through: 3)
    #expect(judge.faults.count == 1)
    #expect(judge.faults.first?.contains("is told twice") == true)
  }

  @Test func `a position that goes back is found`() {
    let judge = ChangeLogJudge("she")
    judge.take([Self.photo(1, version: 1, at: 5)], through: 5)
    judge.take([], through: 4)
    #expect(judge.faults.count == 1)
    #expect(judge.faults.first?.contains("goes back") == true)
  }

  @Test func `a version that is not there any more is found`() {
    let judge = ChangeLogJudge("she")
    judge.take([Self.photo(1, version: 2, at: 5)], through: 5)
    judge.compare(judge.view, with: [Self.photo(1, version: 1, at: 4)])
    #expect(judge.faults.count == 1)
  }
}
