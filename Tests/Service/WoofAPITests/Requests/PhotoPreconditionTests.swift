// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// A precondition as a request tells it.
@Suite struct PhotoPreconditionTests {
  private typealias States = Precondition.States

  private func precondition(_ fields: KeyValuePairs<HTTPFieldName, String>) -> Precondition {
    Precondition(ofPhoto: HTTPFields(fields))
  }

  @Test func `a request without the fields asks nothing`() {
    #expect(precondition([:]) == .none)
    #expect(precondition([.ifModifiedSince: "Sat, 29 Oct 1994 19:43:31 GMT"]) == .none)
  }

  @Test func `a version stands for both of its tags, and a revision for itself`() {
    #expect(
      precondition([.ifMatch: "\"7-n\", \"8-f\", \"r3\""]).required == .named(versions: [7, 8], revisions: [3]))
  }

  @Test func `an asterisk stands for all states`() {
    #expect(precondition([.ifMatch: "*"]) == .none)
    #expect(precondition([.ifNoneMatch: "*"]).excluded == .all)
  }

  @Test(arguments: [
    "\"7\"", "\"07-n\"", "\"+7-n\"", "\"7-x\"", "\"r\"", "\"r-\"", "\"r03\"", "\"99999999999999999999-n\"", "\"\"",
    "\"é\"", "nonsense", "", "W/\"7-n\"",
  ])
  func `a tag that no photo has names no state`(tag: String) {
    #expect(precondition([.ifMatch: tag]).required == .none)
  }

  @Test func `a weak tag counts only for what must not match`() {
    let fields: KeyValuePairs<HTTPFieldName, String> = [.ifMatch: "W/\"7-n\"", .ifNoneMatch: "W/\"7-n\""]
    #expect(precondition(fields) == Precondition(required: .none, excluded: .named(versions: [7])))
  }

  @Test func `several fields are one list`() {
    let fields: KeyValuePairs<HTTPFieldName, String> = [.ifNoneMatch: "\"1-n\"", .ifNoneMatch: "\"2-f\""]
    #expect(precondition(fields).excluded == .named(versions: [1, 2]))
  }
}
