// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

@Suite struct InvitationTermsTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  private func refusal(_ body: () throws -> Void) throws -> WoofError? {
    do {
      try body()
      return nil
    } catch let error as WoofError {
      return error
    }
  }

  @Test func `an invitation is for one account and a week where nothing else is said`() throws {
    let terms = try InvitationTerms()
    #expect(terms.useLimit == 1 && terms.note.isEmpty)
    #expect(try terms.expiry(from: now) == now.advanced(bySeconds: 7 * 86_400))
  }

  @Test func `an invitation ends after now, and within 30 days`() throws {
    let month: Int64 = 30 * 86_400
    for seconds in [1, month] {
      let end = now.advanced(bySeconds: seconds)
      #expect(try InvitationTerms(expiresAt: end).expiry(from: now) == end)
    }
    for seconds in [0, -1, month + 1] {
      let terms = try InvitationTerms(expiresAt: now.advanced(bySeconds: seconds))
      let error = try refusal { _ = try terms.expiry(from: now) }
      #expect(error?.code == .invalidParameter && error?.details["parameter"] == "expiresAt", "\(seconds)")
    }
  }

  @Test func `an invitation is for 1 to 100 accounts`() throws {
    for count in [1, 100] { #expect(try InvitationTerms(useLimit: count).useLimit == count) }
    for count in [0, -1, 101, Int.max, Int.min] {
      let error = try refusal { _ = try InvitationTerms(useLimit: count) }
      #expect(error?.details["parameter"] == "useLimit", "\(count)")
    }
  }

  @Test func `a note is a short plain text, and one of nothing but white space is none`() throws {
    let longest = String(repeating: "ä", count: 100)
    #expect(try InvitationTerms(note: longest).note == longest)
    #expect(try InvitationTerms(note: " \u{A0}").note.isEmpty)
    let cluster = "a" + String(repeating: "\u{301}", count: 400)
    for note in [longest + "a", cluster, "a\u{7}", "a\nb"] {
      let error = try refusal { _ = try InvitationTerms(note: note) }
      #expect(error?.details["parameter"] == "note", "\(note)")
    }
  }

  @Test func `administrators invite where signing up takes an invitation, and members where all may`() {
    for rule in SignUpPolicy.Rule.allCases {
      for inviters in SignUpPolicy.Inviters.allCases {
        let policy = SignUpPolicy(rule, inviters: inviters)
        #expect(policy.admitsInviter(isAdministrator: true) == (rule == .invitation))
        #expect(policy.admitsInviter(isAdministrator: false) == (rule == .invitation && inviters == .members))
      }
    }
  }
}
