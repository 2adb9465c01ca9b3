internal import WoofCryptography

/// A change of a password that only has to be made: who asked for it knew the current one, and the new one is hashed.
public struct PreparedPasswordChange: Sendable {
  /// The account, and the number of its current password.
  let principal: Principal
  /// The hash of the new password.
  let hash: PasswordHash
}
