// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Keeps the numbers of subscribers within their limits: of all, of one address, of one account.
final class EventAdmissions: Sendable {
  private struct State {
    var count = 0
    var byAddress: [String: Int] = [:]
    var byAccount: [AccountID: Int] = [:]
    var refusedCount = 0
  }

  /// The number of seconds after which a refused reader may try again.
  private static let retrySeconds = 10

  private let state = Mutex(State())
  private let configuration: EventFeedConfiguration

  init(_ configuration: EventFeedConfiguration) { self.configuration = configuration }

  /// The number of readers that have been refused.
  var refusedCount: Int { state.withLock { $0.refusedCount } }

  /// Lets one more subscriber in, for as long as the result lives.
  ///
  /// - Parameter address: The address that it comes from; `nil` for a Unix socket.
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests` for too many from there or of that account, and
  ///   `unavailable` for too many in all.
  func admit(from address: String?, account: AccountID?) throws(WoofError) -> EventAdmission {
    let refusal = state.withLock { state -> WoofError? in
      if let refusal = self.refusal(address: address, account: account, state) {
        state.refusedCount += 1
        return refusal
      }
      state.count += 1
      if let address { state.byAddress[address, default: 0] += 1 }
      if let account { state.byAccount[account, default: 0] += 1 }
      return nil
    }
    if let refusal { throw refusal }
    return EventAdmission(admissions: self, address: address, account: account)
  }

  fileprivate func leave(address: String?, account: AccountID?) {
    state.withLock { state in
      state.count -= 1
      if let address { Self.lower(address, in: &state.byAddress) }
      if let account { Self.lower(account, in: &state.byAccount) }
    }
  }

  private func refusal(address: String?, account: AccountID?, _ state: State) -> WoofError? {
    if state.count >= configuration.subscriberLimit {
      return Self.refusal(.unavailable, "All places of the live feed are taken.", configuration.subscriberLimit)
    }
    if let address, state.byAddress[address, default: 0] >= configuration.subscriberLimitPerAddress {
      return Self.refusal(
        .tooManyRequests, "This address has too many live feeds open.", configuration.subscriberLimitPerAddress)
    }
    if let account, state.byAccount[account, default: 0] >= configuration.subscriberLimitPerAccount {
      return Self.refusal(
        .tooManyRequests, "This account has too many live feeds open.", configuration.subscriberLimitPerAccount)
    }
    return nil
  }

  private static func refusal(_ code: WoofError.Code, _ message: String, _ limit: Int) -> WoofError {
    WoofError(code, message, details: ["limit": .integer(Int64(limit))], retryAfter: retrySeconds)
  }

  private static func lower<Key: Hashable>(_ key: Key, in counts: inout [Key: Int]) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}

/// The place of one subscriber; given back when it goes.
final class EventAdmission: Sendable {
  private let admissions: EventAdmissions
  private let address: String?
  private let account: AccountID?

  fileprivate init(admissions: EventAdmissions, address: String?, account: AccountID?) {
    self.admissions = admissions
    self.address = address
    self.account = account
  }

  deinit { admissions.leave(address: address, account: account) }
}
