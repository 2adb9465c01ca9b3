internal import WoofCryptography

/// An account whose password has been verified, and the hash that it was verified against.
struct VerifiedCredential: Hashable, Sendable {
  /// Who signs in.
  var principal: Principal
  /// The account's hash at that time.
  var hash: PasswordHash
}
