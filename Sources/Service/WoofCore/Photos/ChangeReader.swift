// SPDX-License-Identifier: Apache-2.0

/// A reader of lists and of the change log, who finds certain photos only (``PhotoAccess/allowsFinding(by:)``).
public enum ChangeReader: Hashable, Sendable {
  /// Somebody who did not sign in: of public photos.
  case everybody
  /// An account: of public photos and its own.
  case account(AccountID)
  /// An administrator who reads through the admin API: of all photos.
  case administrator

  /// Makes the reader that an account is; `nil` for somebody who did not sign in.
  public init(_ account: AccountID?) { self = account.map { .account($0) } ?? .everybody }

  /// The account that reads; `nil` for the others.
  public var account: AccountID? {
    guard case .account(let account) = self else { return nil }
    return account
  }
}
