internal import WoofCryptography
internal import WoofModel

/// An account whose password has been verified, and the hash that it was verified against.
struct VerifiedCredential: Hashable, Sendable {
  /// Who signs in.
  var principal: Principal
  /// The account's hash at that time.
  var hash: PasswordHash
}

/// The result of a verification.
enum SignInVerdict: Sendable {
  /// The credential is that of an account.
  case right(VerifiedCredential)
  /// It is not; the account is given where there is one of that name.
  case wrong(AccountName?)
}

/// A sign-in that failed because the credential was wrong.
public struct FailedSignIn: Hashable, Sendable {
  /// The account; `nil` where there is none of that name, so that what was typed into the wrong field shows nowhere.
  public var account: AccountName?
  /// The client's address without a port.
  public var address: String
}
