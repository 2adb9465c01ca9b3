// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

@Suite struct PasswordRuleTests {
  private let ada: AccountName

  init() throws { ada = try AccountName("ada").orThrow() }

  private func problem(_ password: String, parameter: String = "new") -> WoofError? {
    do throws(WoofError) {
      try PasswordRule.check(WipedBytes(password), for: ada, parameter: parameter)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["73921846", "pässwörd", "correct horse battery staple", "🐕🐕🦴🐕🦴🦴🐕🐕", "tail wagging"])
  func `a password of eight characters or more is accepted`(password: String) {
    #expect(problem(password)?.code == nil)
  }

  @Test func `a password of a thousand characters is accepted, one more is not`() {
    let text = "ä" + String(repeating: "é", count: 998)
    #expect(problem("\(text)ü")?.code == nil)
    #expect(problem("\(text)üü")?.code == .invalidParameter)
  }

  @Test(arguments: ["", "7392184", "7392184\n", "73921846\0", "73921846\u{7F}", "73921846\u{9F}"])
  func `a short password, or one with a control character, is refused`(password: String) {
    let error = problem(password)
    #expect(error?.code == .invalidParameter)
    #expect(error?.details["parameter"] == "new")
  }

  @Test func `a common password is refused with advice`() {
    let error = problem("Password123", parameter: "password")
    #expect(error?.code == .invalidParameter)
    #expect(error?.message.contains("Choose several words") == true)
    #expect(error?.details["parameter"] == "password")
  }
}
