// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

// Passwords of apps. They have 256 random bits, which nobody guesses, so that their hash needs no time; what is wrong
// counts as any other wrong password.

extension Authenticator {
  /// The time after which another use of an app password is noted.
  private static let useInterval: Int64 = 3_600_000

  /// Verifies an attempt whose password has the form of an app password; `nil` for any other.
  func checkAppPassword(of attempt: SignInAttempt) async throws -> SignInVerdict? {
    guard let appPasswords, let secret = AppPasswordSecret(attempt.password) else { return nil }
    let now = time.now()
    guard let found = try await appPasswords.appPassword(ofSecretHash: secret.hash), found.isValid(at: now),
      found.account.name == attempt.name, !found.account.isDisabled
    else {
      return .wrong(try await credentialAccount(of: attempt))
    }
    noteUse(of: found, at: now)
    return .right(found.principal)
  }

  /// Notes the use in the background: nobody waits for it, and where it fails, the next one is noted.
  private func noteUse(of password: AppPassword, at now: Timestamp) {
    if let usedAt = password.usedAt, now.milliseconds - usedAt.milliseconds < Self.useInterval { return }
    guard let appPasswords else { return }
    Task { try? await appPasswords.noteUse(ofAppPassword: password.id, at: now) }
  }
}
