// SPDX-License-Identifier: Apache-2.0

/// The result of a verification.
enum SignInVerdict: Sendable {
  /// The credential is that of an account.
  case right(Principal)
  /// It is not; the account is given where there is one of that name.
  case wrong(AccountName?)
}

/// A sign-in that is not remembered from before: its password was hashed, or came from a network for the first time.
package struct NewSignIn: Hashable, Sendable {
  /// The principal that has signed in.
  package var principal: Principal
  /// The client's address without a port.
  package var address: String
}

/// A sign-in that failed because the credential was wrong.
package struct FailedSignIn: Hashable, Sendable {
  /// The account; `nil` where there is none of that name, so that what was typed into the wrong field shows nowhere.
  package var account: AccountName?
  /// The client's address without a port.
  package var address: String
}
