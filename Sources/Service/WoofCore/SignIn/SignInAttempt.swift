// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// A credential sent with a request.
struct SignInAttempt: Sendable {
  /// The account's name, as sent.
  var text: String
  /// The password, as sent.
  var password: WipedBytes
  /// Stands for name and password.
  var fingerprint: CredentialFingerprint
  /// The client's address, without a port.
  var address: String
  /// The network from which the request came.
  var network: ClientNetwork

  /// The account's name; `nil` for text that cannot be one.
  var name: AccountName? { AccountName(text) }

  /// The account name and network by which failures are counted.
  var pair: SignInPair { SignInPair(name: name, network: network) }
}
