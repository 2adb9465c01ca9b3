// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import WoofStorage

/// Tests of the choice of the pictures that leave the quarantine for a new one.
struct QuarantineShareTests {
  private let share = QuarantineShare(countPerAccount: 3, count: 6, byteCount: 1_000)

  private func picture(_ number: Int64, by account: Int64?, bytes: Int64 = 10) throws -> QuarantineShare.Held {
    QuarantineShare.Held(
      digest: try #require(Digest.of(Array("\(number)".utf8))), account: account.map { AccountID(rawValue: $0) },
      number: number, byteCount: bytes)
  }

  private func gone(_ new: QuarantineShare.Held, among held: [QuarantineShare.Held]) -> [Int64]? {
    share.givingWay(to: new, among: held)?.map(\.number)
  }

  @Test func `no picture gives way while there is room`() throws {
    #expect(gone(try picture(2, by: 1), among: [try picture(1, by: 1)]) == [])
  }

  @Test func `an account with too many pictures loses its own oldest`() throws {
    let held = try [(1, 2), (2, 1), (3, 1), (4, 1)].map { try picture($0, by: $1) }
    #expect(gone(try picture(5, by: 1), among: held.reversed()) == [2])
  }

  @Test func `in a full quarantine, the oldest of the account with most pictures gives way`() throws {
    let held = try [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 3)].map { try picture($0, by: $1) }
    #expect(gone(try picture(7, by: 4), among: held) == [3])
  }

  @Test func `an account that would have most pictures loses its own`() throws {
    let held = try [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)].map { try picture($0, by: $1) }
    #expect(gone(try picture(7, by: 3), among: held) == [5])
  }

  @Test func `beyond the byte limit, pictures of the account with most bytes give way`() throws {
    let held = [
      try picture(1, by: 1, bytes: 100), try picture(2, by: 2, bytes: 400), try picture(3, by: 2, bytes: 400),
    ]
    #expect(gone(try picture(4, by: 3, bytes: 300), among: held) == [2])
  }

  @Test func `a picture that is too large for the quarantine displaces nothing`() throws {
    #expect(gone(try picture(2, by: 1, bytes: 1_001), among: [try picture(1, by: 2)]) == nil)
  }

  @Test func `pictures of an earlier version count for no account`() throws {
    let held = try (1...6).map { try picture($0, by: nil) }
    #expect(gone(try picture(7, by: 1), among: held) == [1])
  }
}
