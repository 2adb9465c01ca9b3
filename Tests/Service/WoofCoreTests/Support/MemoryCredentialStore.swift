// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofCryptography
import WoofModel

/// A credential store that keeps everything in memory.
final class MemoryCredentialStore: CredentialStore {
  /// Cheap enough to be paid many times in a test.
  static let cost = PasswordHash.Cost(logarithmOfN: 4)

  private struct State {
    var credentials: [AccountName: StoredCredential] = [:]
    var generation: UInt64 = 1
    var failure: WoofError?
  }

  private let state = Mutex(State())

  /// Adds an account with a password of any length.
  @discardableResult
  func add(
    _ name: String, password: String, cost: PasswordHash.Cost = cost, isAdministrator: Bool = false
  ) throws -> Account {
    let hash = try PasswordHash(hashing: password, cost: cost)
    let name = try AccountName(name).orThrow()
    return try insert(name, hash, isAdministrator: isAdministrator, at: Timestamp(milliseconds: 0))
  }

  /// Lets reading fail from now on.
  func fail(with error: WoofError?) { state.withLock { $0.failure = error } }

  var credentialGeneration: UInt64 { state.withLock(\.generation) }

  func credential(of name: AccountName) async throws -> StoredCredential? {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return state.credentials[name]
    }
  }

  func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) async throws -> Account {
    try insert(name, passwordHash, isAdministrator: isAdministrator, at: time)
  }

  func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) async throws {
    try change(name) { credential in
      guard version == nil || version == credential.account.passwordVersion else {
        throw WoofError(.preconditionFailed, "The password has been replaced meanwhile.")
      }
      credential.passwordHash = hash
      credential.account.passwordVersion += 1
    }
  }

  func renewPasswordHash(_ hash: PasswordHash, of name: AccountName, version: Int64) async throws -> Bool {
    state.withLock { state in
      guard state.credentials[name]?.account.passwordVersion == version else { return false }
      state.credentials[name]?.passwordHash = hash
      return true
    }
  }

  func passwordCosts() async throws -> [PasswordHash.Cost: Int] {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      return Dictionary(state.credentials.values.map { ($0.passwordHash.cost, 1) }, uniquingKeysWith: +)
    }
  }

  func setDisabled(_ isDisabled: Bool, of name: AccountName) async throws {
    try change(name) { $0.account.isDisabled = isDisabled }
  }

  func accounts() async throws -> [AccountSummary] {
    state.withLock { state in
      state.credentials.values.sorted { $0.account.name < $1.account.name }.map { summary(of: $0) }
    }
  }

  func summary(of id: AccountID) async throws -> AccountSummary? {
    state.withLock { state in state.credentials.values.first { $0.account.id == id }.map { summary(of: $0) } }
  }

  private func summary(of credential: StoredCredential) -> AccountSummary {
    AccountSummary(account: credential.account, photoCount: 0, favouriteCount: 0)
  }

  private func insert(
    _ name: AccountName, _ hash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) throws -> Account {
    try state.withLock { state in
      guard state.credentials[name] == nil else { throw WoofError(.conflict, "There is an account of this name.") }
      let account = Account(
        id: AccountID(rawValue: Int64(state.credentials.count + 1)), name: name, isAdministrator: isAdministrator,
        isDisabled: false, createdAt: time)
      state.credentials[name] = StoredCredential(account: account, passwordHash: hash)
      state.generation += 1
      return account
    }
  }

  private func change(_ name: AccountName, _ body: (inout StoredCredential) throws -> Void) throws {
    try state.withLock { state in
      guard var credential = state.credentials[name] else { throw WoofError(.notFound, "There is no such account.") }
      try body(&credential)
      state.credentials[name] = credential
      state.generation += 1
    }
  }
}

extension Optional {
  /// The value; throws where there is none, for tests that cannot go on without.
  func orThrow() throws -> Wrapped {
    guard let self else { throw WoofError(.internal, "A test expected a value.") }
    return self
  }
}
