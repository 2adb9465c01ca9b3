// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// A password of one app, with which it signs in to an account, and may do less than the account.
package struct AppPassword: Hashable, Sendable {
  /// The name of the app password, which is no secret.
  package var id: AppPasswordID
  /// The account that it is for.
  package var account: Account
  /// The name of the app or the device that has it; see ``AppPasswordName``.
  package var name: String
  /// The scopes, outside of which it is refused.
  package var scopes: AppPasswordScopes
  /// The time at which it was made.
  package var createdAt: Timestamp
  /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
  package var expiresAt: Timestamp?
  /// The time at which it was last used, to the hour; `nil` if it never was.
  package var usedAt: Timestamp?

  /// Makes an app password, by default one that has not been used.
  package init(
    id: AppPasswordID, account: Account, name: String, scopes: AppPasswordScopes, createdAt: Timestamp,
    expiresAt: Timestamp?, usedAt: Timestamp? = nil
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.scopes = scopes
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.usedAt = usedAt
  }

  /// The principal that signs in with it.
  package var principal: Principal {
    // Whoever finds an app's password does not find an administrator's.
    var principal = Principal(account)
    principal.isAdministrator = false
    principal.appPassword = AppPasswordGrant(id: id, scopes: scopes, expiresAt: expiresAt)
    return principal
  }

  /// `true` if it is taken at a time.
  package func isValid(at time: Timestamp) -> Bool { expiresAt.map { time < $0 } ?? true }
}

/// The text of an app password, in the form ``WoofModel/AppPasswordForm``: its prefix, and 256 random bits.
package struct AppPasswordSecret: Sendable {
  private static let prefix = Array(AppPasswordForm.prefix.utf8)

  /// The password as it is sent.
  package let text: String
  /// The hash that is kept of it.
  package let hash: Digest

  /// Makes a new secret.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package init(random: some RandomSource) throws(WoofError) {
    self.init(try AddressSecret(random: random))
  }

  /// Reads a password that was sent; `nil` for one that has not the form of an app password.
  package init?(_ password: WipedBytes) {
    guard password.count == AppPasswordForm.byteCount else { return nil }
    let secret = password.withUnsafeBytes { bytes in
      bytes.starts(with: Self.prefix) ? AddressSecret(bytes.dropFirst(Self.prefix.count)) : nil
    }
    guard let secret else { return nil }
    self.init(secret)
  }

  private init(_ secret: AddressSecret) {
    text = AppPasswordForm.prefix + secret.text
    hash = secret.hash
  }
}

/// The rule for names of app passwords.
package enum AppPasswordName {
  /// The maximum length of a name, in characters (Unicode grapheme clusters).
  package static let characterLimit = 100
  /// The maximum length of a name in UTF-8, in bytes, which limits the size of a single cluster too.
  package static let byteLimit = 800

  /// Checks a name.
  ///
  /// - Returns: The name as it came.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where there is nothing to see of it, where it is
  ///   too long or where it holds a control character.
  package static func checked(_ text: String) throws(WoofError) -> String {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw invalid("An app password has a name, as that of the app or the device; give it one.")
    }
    guard text.utf8.count <= byteLimit, text.count <= characterLimit else {
      throw invalid("A name has at most \(characterLimit) characters.")
    }
    guard !text.holdsControlCharacter else { throw invalid("A name is plain text without control characters.") }
    return text
  }

  private static func invalid(_ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": "name"])
  }
}
