// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@testable import WoofCore

@Suite struct CommonPasswordsTests {
  private func isCommon(_ password: String, for name: String = "ada") throws -> Bool {
    let name = try AccountName(name).orThrow()
    return WipedBytes(password).withUnsafeBytes { CommonPasswords.include($0, for: name) }
  }

  @Test(arguments: [
    "password", "PASSWORD", "Password1", "password123", "Passw0rd!", "P@ssw0rd", "pa55word", "p4ssw0rd2024",
    "password1!",
    "qwertyuiop", "qwerty123", "1q2w3e4r", "1qaz2wsx", "zaq12wsx", "asdfghjkl", "qazwsxedc", "1234qwer", "abcd1234",
    "12345678", "123456789", "1234567890", "87654321", "11111111", "00000000", "12341234", "123123123", "12121212",
    "abcabcabc", "aaaaaaaa", "iloveyou", "ILoveYou2", "iloveyou!", "letmein1", "letmein!!", "trustno1", "sunshine",
    "Sunshine1", "princess", "football1", "baseball", "superman", "batman123", "starwars", "dragon12", "monkey123",
    "master123", "welcome1", "Welcome2024!", "admin123", "administrator", "changeme", "Summer2025", "winter2024!",
    "michael1", "jennifer", "Jessica99", "charlie1", "liverpool", "chelsea1", "pokemon1", "whatever", "computer",
    "internet", "samsung1", "mypassword", "thepassword1", "ilovejessica", "woofwoof", "doggy123", "asdfasdf",
    "qwer4321",
    "19840317", "17031984", "03171984", "!@#$%^&*", "michael1985", "jordan23", "hunter2!",
  ])
  func `passwords that are guessed first are common`(password: String) throws {
    #expect(try isCommon(password))
  }

  @Test(arguments: [
    "tail wagging", "new tricks", "bone-bone-bone", "correct horse battery staple", "walkies!", "kXr7vQ2m", "73921846",
    "password of ada's dog", "sunshineoverlakes", "qwdfgzxv", "dragonfly pond", "99999998", "31415926",
  ])
  func `passwords that take more guesses are not common`(password: String) throws {
    #expect(try !isCommon(password))
  }

  @Test(arguments: [
    ("bernadette", "bernadette"), ("bernadette", "Bernadette1"), ("bernadette", "ettedanreb"),
    ("rex-of-oz", "rex-of-oz"),
    ("bernadette", "2024bernadette"), ("bowwow", "bowwowbowwow"), ("bowwow", "mybowwow"), ("x1y2z3", "x1y2z3123"),
    ("ada", "ada12345678"), ("bowwow", "b0wwow77"),
  ])
  func `the name of the account is common for that account only`(name: String, password: String) throws {
    #expect(try isCommon(password, for: name))
    guard !password.hasPrefix("ada") else { return }
    #expect(try !isCommon(password, for: "zoe"))
  }

  @Test func `the longest password is checked quickly`() throws {
    let row = "qwertyuiopasdfghjkl"
    #expect(try isCommon(String(repeating: row, count: 52)))
    #expect(try !isCommon(String(repeating: row, count: 52) + "x?"))
  }
}
