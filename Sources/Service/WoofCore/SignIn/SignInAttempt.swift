internal import WoofCryptography

/// A credential that somebody brought.
struct SignInAttempt: Sendable {
  /// The account's name, as sent.
  var text: String
  /// The password, as sent.
  var password: WipedBytes
  /// Stands for name and password.
  var fingerprint: CredentialFingerprint
  /// The client's address, without a port.
  var address: String
  /// From where it came.
  var network: ClientNetwork

  /// The account's name; `nil` for text that cannot be one.
  var name: AccountName? { AccountName(text) }

  /// What failures are counted by.
  var pair: SignInPair { SignInPair(name: name, network: network) }
}
