// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofModel

extension Authenticator {
  /// Hashes a password again that was right, at the configured cost, where its hash has another. Whoever signed in does not
  /// wait for it; the new hash takes its turn behind theirs, and where it gets none, the next sign-in tries again.
  func renewHash(of stored: StoredCredential, matching attempt: SignInAttempt) {
    let (account, cost) = (stored.account, configuration.passwordCost)
    guard stored.passwordHash.cost != cost, beginRenewal(of: account.id) else { return }
    let password = attempt.password
    let origin = HashOrigin(account: account.name, network: attempt.network, isKnown: false)
    Task {
      var isRenewed = false
      do {
        let hash = try await hasher.run(for: origin) {
          try await self.hashing { () throws(CryptographyError) in try PasswordHash(hashing: password, cost: cost) }
        }
        isRenewed = try await credentials.renewPasswordHash(hash, of: account.name, version: account.passwordVersion)
      } catch {
        // The old hash is as good as it was.
      }
      endRenewal(of: account.id, isRenewed: isRenewed)
    }
  }
}
