// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

@Suite struct RangeDecisionTests {
  private static let modified = HTTPDate(secondsSince1970: 1_780_000_000)

  private func selection(
    _ fields: KeyValuePairs<HTTPFieldName, String>, _ method: HTTPMethod = .get, count: Int64 = 1_000,
    validators: HTTPValidators = HTTPValidators(entityTag: HTTPEntityTag("x"))
  ) -> HTTPRangeDecision {
    HTTPRangeDecision(method: method, fields: HTTPFields(fields), count: count, validators: validators)
  }

  private func ranges(_ value: String, count: Int64 = 1_000) -> HTTPRangeDecision {
    selection([.range: value], count: count)
  }

  private func parts(_ ranges: Range<Int64>...) -> HTTPRangeDecision { .ranges(ranges, isConditional: false) }

  @Test func `a request without ranges gets all bytes`() {
    #expect(selection([:]) == .whole)
    #expect(selection([:], count: 0) == .whole)
  }

  @Test func `a range includes its last byte`() {
    #expect(ranges("bytes=0-0") == parts(0..<1))
    #expect(ranges("bytes=10-19") == parts(10..<20))
    #expect(ranges("bytes=0-999") == parts(0..<1_000))
    #expect(ranges("BYTES=10-19") == parts(10..<20))
  }

  @Test func `a range can be open`() {
    #expect(ranges("bytes=990-") == parts(990..<1_000))
    #expect(ranges("bytes=0-") == parts(0..<1_000))
  }

  @Test func `a suffix counts from the end`() {
    #expect(ranges("bytes=-10") == parts(990..<1_000))
    #expect(ranges("bytes=-1000") == parts(0..<1_000))
    #expect(ranges("bytes=-5000") == parts(0..<1_000))
  }

  @Test func `a range that exceeds the end is cut off there`() {
    #expect(ranges("bytes=990-1000") == parts(990..<1_000))
    #expect(ranges("bytes=0-9223372036854775807") == parts(0..<1_000))
    #expect(ranges("bytes=0-99999999999999999999999999") == parts(0..<1_000))
    #expect(ranges("bytes=-99999999999999999999999999") == parts(0..<1_000))
  }

  @Test(arguments: ["bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=5000-,-0", "bytes=99999999999999999999999-"])
  func `ranges beyond the end cannot be satisfied`(value: String) {
    #expect(ranges(value) == .unsatisfiable)
  }

  @Test func `an empty representation has no ranges`() {
    #expect(ranges("bytes=0-", count: 0) == .unsatisfiable)
    #expect(ranges("bytes=0-0", count: 0) == .unsatisfiable)
    #expect(ranges("bytes=-0", count: 0) == .unsatisfiable)
    #expect(ranges("bytes=-1", count: 0) == .whole)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=1-0", "bytes=0-1,5-4", "bytes=0", "bytes=0-1;",
    "bytes 0-1", "bytes = 0-1", "bytes=0 - 1", "bytes=0-1 2-3", "bytes=--1", "bytes=+1-2", "bytes=0x0-1", "=0-1",
    "items=0-1", "bytes=0-1,x", "bytes=1.0-2", "bytes=0-1, 2", "bytes=0–1",
  ])
  func `an unreadable field is ignored`(value: String) {
    #expect(ranges(value) == .whole)
  }

  @Test func `several ranges keep their order`() {
    #expect(ranges("bytes=500-509,0-9, 900-") == parts(500..<510, 0..<10, 900..<1_000))
    #expect(ranges("bytes= ,0-9,,\t500-509 ,") == parts(0..<10, 500..<510))
  }

  @Test func `unsatisfiable ranges among others are left out`() {
    #expect(ranges("bytes=2000-,0-9,-0") == parts(0..<10))
  }

  @Test func `ranges that overlap or nearly touch are joined`() {
    #expect(ranges("bytes=0-9,5-19") == parts(0..<20))
    #expect(ranges("bytes=0-9,10-19") == parts(0..<20))
    #expect(ranges("bytes=0-9,110-119") == parts(0..<120))
    #expect(ranges("bytes=0-9,111-119") == parts(0..<10, 111..<120))
    #expect(ranges("bytes=900-,0-9,500-599,300-399,350-550") == parts(900..<1_000, 0..<10, 300..<600))
    #expect(ranges("bytes=0-,0-,0-,0-") == parts(0..<1_000))
    #expect(ranges("bytes=0-0,500-500,250-250,100-400") == parts(0..<501))
  }

  @Test func `joined ranges never lie close to each other`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let wanted = (0..<Int.random(in: 1...32, using: &generator)).map { _ in
        let first = Int64.random(in: 0..<20_000, using: &generator)
        return first..<first + Int64.random(in: 1...500, using: &generator)
      }
      let value = "bytes=" + wanted.map { "\($0.lowerBound)-\($0.upperBound - 1)" }.joined(separator: ",")
      guard case .ranges(let ranges, _) = ranges(value, count: 30_000) else {
        Issue.record("\(value) has no ranges")
        continue
      }
      let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
      #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound > 100 }, "\(value)")
      #expect(
        wanted.allSatisfy { want in ranges.contains { $0.contains(want.lowerBound) && $0.upperBound >= want.upperBound }
        })
    }
  }

  @Test func `more than 32 ranges are ignored`() {
    let many = (0..<33).map { "\($0 * 20)-\($0 * 20)" }
    #expect(ranges("bytes=" + many.joined(separator: ",")) == .whole)
    #expect(ranges("bytes=" + many.dropLast().joined(separator: ",")) != .whole)
  }

  @Test func `ranges are ignored for all methods but GET`() {
    for method in [HTTPMethod.head, .post, .put, .delete, .other("REPORT")] {
      #expect(selection([.range: "bytes=0-1"], method) == .whole)
    }
  }

  @Test func `a field that comes twice is ignored`() {
    #expect(selection([.range: "bytes=0-1", .range: "bytes=2-3"]) == .whole)
  }

  @Test func `If-Range with the current strong tag keeps the ranges`() {
    #expect(selection([.range: "bytes=0-1", .ifRange: "\"x\""]) == .ranges([0..<2], isConditional: true))
    #expect(selection([.range: "bytes=5000-", .ifRange: "\"x\""]) == .unsatisfiable)
  }

  @Test(arguments: ["\"y\"", "W/\"x\"", "x", "", "*", "\"x\", \"y\"", "Thu, 01 Jan 1970 00:00:00 GMT", "\"x"])
  func `If-Range with any other value gives all bytes`(value: String) {
    #expect(selection([.range: "bytes=0-1", .ifRange: value]) == .whole)
    #expect(selection([.range: "bytes=5000-", .ifRange: value]) == .whole)
  }

  @Test func `If-Range never holds for a weak tag`() {
    let weak = HTTPValidators(entityTag: HTTPEntityTag("x", isWeak: true))
    #expect(selection([.range: "bytes=0-1", .ifRange: "W/\"x\""], validators: weak) == .whole)
    #expect(selection([.range: "bytes=0-1", .ifRange: "\"x\""], validators: weak) == .whole)
  }

  @Test func `If-Range with a date holds if dates tell states apart`() {
    let fields: KeyValuePairs<HTTPFieldName, String> = [.range: "bytes=0-1", .ifRange: Self.modified.description]
    let strong = HTTPValidators(lastModified: Self.modified, isLastModifiedStrong: true)
    let later = HTTPValidators(lastModified: HTTPDate(secondsSince1970: 1_780_000_001), isLastModifiedStrong: true)
    #expect(selection(fields, validators: strong) == .ranges([0..<2], isConditional: true))
    #expect(selection(fields, validators: later) == .whole)
    #expect(selection(fields, validators: HTTPValidators(lastModified: Self.modified)) == .whole)
  }

  @Test func `conditions have precedence over ranges`() {
    #expect(selection([.range: "bytes=0-1", .ifNoneMatch: "\"x\""]) == .notModified)
    #expect(selection([.range: "bytes=5000-", .ifMatch: "\"y\""]) == .preconditionFailed)
    #expect(selection([.range: "bytes=0-1", .ifMatch: "\"x\""]) == parts(0..<2))
  }
}
