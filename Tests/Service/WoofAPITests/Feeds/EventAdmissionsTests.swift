// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct EventAdmissionsTests {
  private let ada = AccountID(rawValue: 1)

  @Test func `a subscriber beyond the total limit is refused as unavailable`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimit: 2))
    let first = try admissions.admit(from: "a", account: nil)
    let second = try admissions.admit(from: "b", account: nil)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "c", account: nil) }
    #expect(error?.code == .unavailable)
    #expect(error?.retryAfter != nil)
    #expect(admissions.refusedCount == 1)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a subscriber beyond its address's limit is refused, and another address is not`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAddress: 1))
    let first = try admissions.admit(from: "a", account: nil)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "a", account: nil) }
    #expect(error?.code == .tooManyRequests)
    let other = try admissions.admit(from: "b", account: nil)
    withExtendedLifetime((first, other)) {}
  }

  @Test func `subscribers of Unix sockets are not counted by address`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAddress: 1))
    let both = try [admissions.admit(from: nil, account: nil), admissions.admit(from: nil, account: nil)]
    #expect(both.count == 2)
  }

  @Test func `a subscriber beyond its account's limit is refused, whatever its address is`() throws {
    let admissions = EventAdmissions(EventFeedConfiguration(subscriberLimitPerAccount: 1))
    let first = try admissions.admit(from: "a", account: ada)
    let error = #expect(throws: WoofError.self) { try admissions.admit(from: "b", account: ada) }
    #expect(error?.code == .tooManyRequests)
    withExtendedLifetime(first) {}
  }

  @Test func `a place is free again after its holder has left`() throws {
    let admissions = EventAdmissions(
      EventFeedConfiguration(subscriberLimit: 1, subscriberLimitPerAddress: 1, subscriberLimitPerAccount: 1))
    for _ in 0..<3 { _ = try admissions.admit(from: "a", account: ada) }
    #expect(admissions.refusedCount == 0)
  }
}
