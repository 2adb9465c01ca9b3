// SPDX-License-Identifier: Apache-2.0

/// The result of a verification.
enum SignInVerdict: Sendable {
  /// The credential is that of an account.
  case right(Principal)
  /// It is not; the account is given where there is one of that name.
  case wrong(AccountName?)
}

/// A sign-in that is not remembered from before: its password was hashed, or came from a network for the first time.
public struct NewSignIn: Hashable, Sendable {
  /// The principal that has signed in.
  public var principal: Principal
  /// The client's address without a port.
  public var address: String
}

/// A sign-in that failed because the credential was wrong.
public struct FailedSignIn: Hashable, Sendable {
  /// The account; `nil` where there is none of that name, so that what was typed into the wrong field shows nowhere.
  public var account: AccountName?
  /// The client's address without a port.
  public var address: String
}
