// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofCryptography
import WoofModel

/// The accounts of a feed's subscribers: `user1` has the id 1, and so on, until a test changes them.
final class MemoryAccounts: CredentialStore {
  private struct State {
    var generation: UInt64 = 1
    var changed: [AccountName: Account?] = [:]
    var isFailing = false
  }

  private let state = Mutex(State())
  private let passwordHash: PasswordHash

  init() throws { passwordHash = try PasswordHash(hashing: "woof", cost: PasswordHash.Cost(logarithmOfN: 1)) }

  /// Changes an account, or deletes it.
  func change(_ principal: Principal, _ change: (inout Account?) -> Void) {
    var account = account(principal.name)
    change(&account)
    state.withLock {
      $0.changed[principal.name] = .some(account)
      $0.generation += 1
    }
  }

  /// Whether accounts cannot be looked up from now on.
  func fail(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

  private func account(_ name: AccountName) -> Account? {
    if let changed = state.withLock({ $0.changed[name] }) { return changed }
    return Int64(name.text.drop { !$0.isNumber }).map {
      Account(
        id: AccountID(rawValue: $0), name: name, isAdministrator: true, isDisabled: false,
        createdAt: Timestamp(milliseconds: 0))
    }
  }

  var credentialGeneration: UInt64 { state.withLock { $0.generation } }

  func credential(of name: AccountName) async throws -> StoredCredential? {
    guard !state.withLock({ $0.isFailing }) else { throw WoofError(.unavailable, "The accounts cannot be read.") }
    return account(name).map { StoredCredential(account: $0, passwordHash: passwordHash) }
  }

  func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) async throws -> Account { throw Unsupported() }
  func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) async throws {
    throw Unsupported()
  }
  func renewPasswordHash(_ hash: PasswordHash, of name: AccountName, version: Int64) async throws -> Bool {
    throw Unsupported()
  }
  func passwordCosts() async throws -> [PasswordHash.Cost: Int] { throw Unsupported() }
  func setDisabled(_ isDisabled: Bool, of name: AccountName) async throws { throw Unsupported() }
  func accounts() async throws -> [AccountSummary] { throw Unsupported() }
  func summary(of id: AccountID) async throws -> AccountSummary? { throw Unsupported() }

  /// Thrown by what no feed asks for.
  struct Unsupported: Error {}
}
