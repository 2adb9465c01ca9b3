// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

@Suite struct PreconditionTests {
  private static let modified = HTTPDate(secondsSince1970: 1_780_000_000)
  private static let before = HTTPDate(secondsSince1970: 1_779_999_999).description
  private static let same = modified.description
  private static let after = HTTPDate(secondsSince1970: 1_780_000_001).description
  private let strong = HTTPValidators(entityTag: HTTPEntityTag("x"), lastModified: modified)
  private let weak = HTTPValidators(entityTag: HTTPEntityTag("x", isWeak: true), lastModified: modified)

  private func outcome(
    _ method: HTTPMethod, _ fields: KeyValuePairs<HTTPFieldName, String>, _ validators: HTTPValidators?
  ) -> HTTPPreconditions.Outcome {
    HTTPPreconditions.evaluate(method: method, fields: HTTPFields(fields), validators: validators)
  }

  private func outcome(
    _ fields: KeyValuePairs<HTTPFieldName, String>, _ validators: HTTPValidators?
  ) -> HTTPPreconditions.Outcome {
    outcome(.get, fields, validators)
  }

  @Test func `without conditions a request proceeds`() {
    #expect(outcome([:], strong) == .proceed)
    #expect(outcome([.accept: "*/*", .range: "bytes=0-", .ifRange: "\"x\""], strong) == .proceed)
    #expect(outcome([:], nil) == .proceed)
  }

  @Test(arguments: [
    "\"x\"", "\"a\", \"x\"", "\"a\",\"x\",\"b\"", " , ,\"x\"", "*", "\"a,b\", \"x\"", "\"a\"\t,\t\"x\"",
  ])
  func `If-Match holds if the tag is listed`(value: String) {
    #expect(outcome(.put, [.ifMatch: value], strong) == .proceed)
  }

  @Test(arguments: [
    "\"y\"", "W/\"x\"", "\"X\"", "x", "", "\"x", "\"a\" \"x\"", "\"a\", x, \"x\"", "w/\"x\"", "\"x, \"", "**",
  ])
  func `If-Match fails if the tag is not listed`(value: String) {
    #expect(outcome(.put, [.ifMatch: value], strong) == .failed)
    #expect(outcome(.get, [.ifMatch: value], strong) == .failed)
  }

  @Test func `If-Match compares strongly`() {
    #expect(outcome([.ifMatch: "\"x\""], weak) == .failed)
    #expect(outcome([.ifMatch: "W/\"x\""], weak) == .failed)
    #expect(outcome([.ifMatch: "*"], weak) == .proceed)
  }

  @Test func `If-Match fails if there is no representation`() {
    #expect(outcome(.put, [.ifMatch: "*"], nil) == .failed)
    #expect(outcome(.put, [.ifMatch: "\"x\""], nil) == .failed)
    #expect(outcome(.put, [.ifMatch: "\"x\""], HTTPValidators()) == .failed)
    #expect(outcome(.put, [.ifMatch: "*"], HTTPValidators()) == .proceed)
  }

  @Test func `If-Match can come in several lines`() {
    #expect(outcome(.put, [.ifMatch: "\"a\"", .ifMatch: "\"x\""], strong) == .proceed)
    #expect(outcome(.put, [.ifMatch: "\"a\"", .ifMatch: "\"b\""], strong) == .failed)
  }

  @Test(arguments: ["\"x\"", "W/\"x\"", "\"a\", W/\"x\"", "*"])
  func `If-None-Match finds the client's copy current if the tag is listed`(value: String) {
    for validators in [strong, weak] {
      #expect(outcome(.get, [.ifNoneMatch: value], validators) == .notModified)
      #expect(outcome(.head, [.ifNoneMatch: value], validators) == .notModified)
      #expect(outcome(.put, [.ifNoneMatch: value], validators) == .failed)
    }
  }

  @Test(arguments: ["\"y\"", "x", "", "W/x", "\"x"])
  func `If-None-Match finds the copy outdated if the tag is not listed`(value: String) {
    #expect(outcome(.get, [.ifNoneMatch: value], strong) == .proceed)
    #expect(outcome(.put, [.ifNoneMatch: value], strong) == .proceed)
  }

  @Test func `If-None-Match holds if there is no representation`() {
    #expect(outcome(.put, [.ifNoneMatch: "*"], nil) == .proceed)
    #expect(outcome(.get, [.ifNoneMatch: "\"x\""], nil) == .proceed)
  }

  @Test func `If-Unmodified-Since fails if the state is newer`() {
    #expect(outcome(.put, [.ifUnmodifiedSince: Self.before], strong) == .failed)
    #expect(outcome(.get, [.ifUnmodifiedSince: Self.before], strong) == .failed)
    #expect(outcome(.put, [.ifUnmodifiedSince: Self.same], strong) == .proceed)
    #expect(outcome(.put, [.ifUnmodifiedSince: Self.after], strong) == .proceed)
  }

  @Test func `If-Modified-Since finds a copy current if it is as new`() {
    #expect(outcome(.get, [.ifModifiedSince: Self.before], strong) == .proceed)
    #expect(outcome(.get, [.ifModifiedSince: Self.same], strong) == .notModified)
    #expect(outcome(.head, [.ifModifiedSince: Self.after], strong) == .notModified)
    #expect(outcome(.put, [.ifModifiedSince: Self.after], strong) == .proceed)
  }

  @Test(arguments: ["", "now", "Sun, 06 Nov 1994 08:49:37", "1780000000"])
  func `an unreadable date is ignored`(value: String) {
    #expect(outcome(.get, [.ifUnmodifiedSince: value, .ifModifiedSince: value], strong) == .proceed)
  }

  @Test func `a date is ignored if there is none to compare it with`() {
    let undated = HTTPValidators(entityTag: HTTPEntityTag("x"))
    #expect(outcome(.get, [.ifUnmodifiedSince: Self.before, .ifModifiedSince: Self.after], undated) == .proceed)
    #expect(outcome(.get, [.ifUnmodifiedSince: Self.before, .ifModifiedSince: Self.after], nil) == .proceed)
  }

  @Test func `a date that comes twice is ignored`() {
    #expect(outcome(.get, [.ifModifiedSince: Self.after, .ifModifiedSince: Self.after], strong) == .proceed)
  }

  @Test func `a tag has precedence over a date`() {
    #expect(outcome(.put, [.ifMatch: "\"x\"", .ifUnmodifiedSince: Self.before], strong) == .proceed)
    #expect(outcome(.get, [.ifNoneMatch: "\"y\"", .ifModifiedSince: Self.after], strong) == .proceed)
    #expect(outcome(.get, [.ifNoneMatch: "\"x\"", .ifModifiedSince: Self.before], strong) == .notModified)
  }

  @Test func `a condition for the change has precedence over one for the copy`() {
    #expect(outcome(.get, [.ifNoneMatch: "\"x\"", .ifMatch: "\"y\""], strong) == .failed)
    #expect(outcome(.get, [.ifNoneMatch: "\"x\"", .ifMatch: "\"x\""], strong) == .notModified)
    #expect(outcome(.get, [.ifModifiedSince: Self.after, .ifUnmodifiedSince: Self.before], strong) == .failed)
    #expect(outcome(.get, [.ifModifiedSince: Self.after, .ifUnmodifiedSince: Self.after], strong) == .notModified)
  }
}
