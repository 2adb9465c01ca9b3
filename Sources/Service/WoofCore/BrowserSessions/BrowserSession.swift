// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
package import WoofModel
internal import WoofSystem

/// A browser in which somebody has signed in to an account on a page, and which keeps a secret for it in a cookie.
package struct BrowserSession: Hashable, Sendable {
  /// The name of the session, which is no secret.
  package var id: BrowserSessionID
  /// The account that it is for.
  package var account: Account
  /// The browser, and the system that it runs on.
  package var device: BrowserDevice
  /// The time of the sign-in.
  package var createdAt: Timestamp
  /// The time at which it was last used, to the hour.
  package var usedAt: Timestamp
  /// The time from which it is no longer taken, unless it is used before.
  package var expiresAt: Timestamp

  /// Makes a session, by default one that has not been used since the sign-in.
  package init(
    id: BrowserSessionID, account: Account, device: BrowserDevice, createdAt: Timestamp, usedAt: Timestamp? = nil,
    expiresAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.device = device
    self.createdAt = createdAt
    self.usedAt = usedAt ?? createdAt
    self.expiresAt = expiresAt
  }

  /// The principal that acts in the session, who may do all that the account may.
  package var principal: Principal {
    var principal = Principal(account)
    principal.session = BrowserSessionGrant(id: id, expiresAt: expiresAt)
    return principal
  }
}

extension AddressSecret {
  /// The token that a page has to send with every change, where the secret is that of a browser session: a browser sends the
  /// cookie also for pages of strangers, which cannot read this. It is made of the secret, and the secret cannot be made of it.
  package var pageToken: String { Base64.encode(authenticator.tag(for: Self.purpose), as: .url) }

  /// `true` if a text is the token; it takes the same time for every text of the same length.
  package func isPageToken(_ text: String) -> Bool {
    guard let sent = Base64.decode(Array(text.utf8), as: .url) else { return false }
    return authenticator.isValid(sent, for: Self.purpose)
  }

  private static let purpose = Array("page token".utf8)

  private var authenticator: MessageAuthenticator { MessageAuthenticator(key: Array(text.utf8)) }
}
