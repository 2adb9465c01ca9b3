// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI
@testable import WoofHTTP

@Suite struct AdministrationTermsTests {
  private func terms(_ query: String, isDestructive: Bool = true) throws -> ChangeTerms {
    let request = TestRequest.make(.delete, "/admin/v1/photos/x\(query)")
    return try ChangeTerms(of: try RouteQuery(of: request, allowing: ["plan", "reason"]), isDestructive: isDestructive)
  }

  // MARK: Who may

  @Test func `root and the service's own user may use the admin API`() throws {
    let rule = PeerRule(own: 1000, name: "woof")
    #expect(try rule.name(of: 0) == "unix:root")
    #expect(try rule.name(of: 1000) == "unix:woof")
    #expect(try PeerRule(own: 0, name: "toor").name(of: 0) == "unix:root")
  }

  @Test(arguments: [1, 999, 1001, 65_534, UInt32.max, nil] as [UInt32?])
  func `other users may not use the admin API`(user: UInt32?) {
    #expect {
      try PeerRule(own: 1000, name: "woof").name(of: user)
    } throws: {
      ($0 as? WoofError)?.code == .forbidden
    }
  }

  // MARK: On what terms

  @Test func `a destructive change needs a reason, unless it is only planned`() throws {
    #expect(throws: WoofError.self) { try terms("") }
    #expect(throws: WoofError.self) { try terms("?plan=false") }
    #expect(try terms("?plan=true") == terms("?plan=true"))
    #expect(try terms("?plan=true").isPlan && terms("?reason=spam").reason == "spam")
    #expect(try terms("", isDestructive: false).reason == nil)
  }

  @Test(arguments: ["?reason=", "?reason=a%0Ab", "?reason=a%7Fb", "?reason=a%C2%85b", "?plan=yes", "?plan="])
  func `unknown terms are refused`(query: String) {
    #expect {
      try terms(query)
    } throws: {
      ($0 as? WoofError)?.code == .invalidParameter
    }
  }

  @Test func `a reason has at most 500 characters`() throws {
    #expect(try terms("?reason=\(String(repeating: "a", count: 500))").reason?.count == 500)
    #expect(throws: WoofError.self) { try terms("?reason=\(String(repeating: "a", count: 501))") }
    #expect(throws: WoofError.self) { try terms("?reason=\(String(repeating: "a", count: 100_000))") }
  }

  // MARK: What is said

  @Test(arguments: [
    (Int64(0), "0"), (999, "999"), (1000, "1,000"), (482_133, "482,133"), (-1_234_567, "-1,234,567"),
    (.min, "-9,223,372,036,854,775,808"),
  ])
  func `numbers are grouped`(number: Int64, text: String) { #expect(number.grouped == text) }
}
