// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A reader of the change log, who sees changes of certain photos only.
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

  /// Returns `true` if the reader sees photos with the given visibility and owner.
  public func sees(_ visibility: Visibility, of owner: AccountID) -> Bool {
    switch self {
    case .everybody: visibility == .public
    case .account(let account): visibility == .public || owner == account
    case .administrator: true
    }
  }
}
