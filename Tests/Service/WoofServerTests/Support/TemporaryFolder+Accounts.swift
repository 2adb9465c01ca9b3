// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofCryptography
import WoofStorage

@testable import TestKit

extension TemporaryFolder {
  /// Returns the cost of the hash of an account's password, from the data folder in this one; `nil` if there is no such
  /// account.
  func passwordCost(of name: String) async throws -> PasswordHash.Cost? {
    let store = try EmbeddedStore(in: try DataFolder.open(at: path("data"), for: .accounts))
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    let credential = try await store.credential(of: accountName)
    await store.close()
    return credential?.passwordHash.cost
  }

  /// Makes the data folder in this one.
  func make() async throws { _ = try await DataFolder.make(at: path("data")) }

  /// Adds an account with the standard password to the data folder in this one, beside whatever service it has; the folder
  /// is made where there is none.
  @discardableResult
  func addAccount(_ name: String) async throws -> Credential {
    try await make()
    let store = try EmbeddedStore(in: try DataFolder.open(at: path("data"), for: .accounts))
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    _ = try await store.addAccount(
      accountName, passwordHash: Credential.standardHash, isAdministrator: false, at: SystemTimeSource().now())
    await store.close()
    return Credential(name)
  }
}
