import Testing
import WoofCore
import WoofModel

@Suite struct PasswordRuleTests {
  @Test(arguments: ["12345678", "pässwörd", "correct horse battery staple", "🐕🐕🐕🐕🐕🐕🐕🐕"])
  func `a password of eight characters or more is taken as it is`(password: String) throws {
    #expect(try PasswordRule.checked(password) == password)
  }

  @Test func `a password of a thousand characters is taken, one more is not`() throws {
    #expect(try PasswordRule.checked(String(repeating: "é", count: 1000)).count == 1000)
    #expect(throws: WoofError.self) { try PasswordRule.checked(String(repeating: "é", count: 1001)) }
  }

  @Test(arguments: ["", "1234567", "1234567\n", "12345678\0", "12345678\u{7F}", "12345678\u{9F}"])
  func `a short password, or one with a control character, is refused`(password: String) {
    let error = #expect(throws: WoofError.self) { try PasswordRule.checked(password) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.details["parameter"] == "new")
  }
}
