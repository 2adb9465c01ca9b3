// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct EventAdmissionsTests {
  private let ada = AccountID(rawValue: 1)

  @Test func `one more than all may have is refused as unavailable`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimit: 2))
    let first = try admissions.admit(from: "a", account: nil)
    let second = try admissions.admit(from: "b", account: nil)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "c", account: nil) }
    #expect(error?.code == .unavailable)
    #expect(error?.retryAfter != nil)
    #expect(admissions.refusedCount == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `one more than an address may have is refused, another address is not`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAddress: 1))
    let first = try admissions.admit(from: "a", account: nil)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "a", account: nil) }
    #expect(error?.code == .tooManyRequests)
    let other = try admissions.admit(from: "b", account: nil)
    withExtendedLifetime((first, other)) {}
  }

  @Test func `Unix sockets have no address to be counted by`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAddress: 1))
    let both = try [admissions.admit(from: nil, account: nil), admissions.admit(from: nil, account: nil)]
    #expect(both.count == 2)
  }

  @Test func `one more than an account may have is refused, whatever its address`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAccount: 1))
    let first = try admissions.admit(from: "a", account: ada)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "b", account: ada) }
    #expect(error?.code == .tooManyRequests)
    withExtendedLifetime(first) {}
  }

  @Test func `a place is free again when its holder goes`() throws {
    let admissions = EventAdmissions(
      EventFeedConfiguration(subscriberLimit: 1, subscriberLimitPerAddress: 1, subscriberLimitPerAccount: 1))
    for _ in 0..<3 { _ = try admissions.admit(from: "a", account: ada) }
    #expect(admissions.refusedCount == 0)
  }
}
