// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The trust of a transfer in servers, and its own identity, over TLS.
struct TransferTrust: Hashable, Sendable {
  /// A file of certificates in PEM form that replaces the system's authorities; `nil` for the system's.
  var authorityFile: String?
  /// The SHA-256 digests of public keys (SubjectPublicKeyInfo in DER form), one of which the server's must have; empty
  /// for any key.
  var pinnedKeys: [Data] = []
  /// The lowest version of TLS.
  var minimumVersion: TransferTLSVersion = .tls12
  /// The highest version of TLS; `nil` for the highest there is.
  var maximumVersion: TransferTLSVersion?
  /// The SHA-256 digest of a server's certificate (DER form) that somebody has accepted: it is trusted whatever else is
  /// said about it.
  var acceptedLeaf: Data?
  /// `true` if somebody is asked about every certificate other than ``acceptedLeaf``, trusted or not.
  ///
  /// The handshake waits until ``Transfer/judge(accepting:)`` says what comes of it.
  var asks = false
  /// `true` to ask for a certificate when a server wants one and none is known.
  ///
  /// The handshake waits until ``Transfer/identify(as:)`` says what the server gets.
  var asksForIdentity = false
  /// The client's certificate and its key. Only transfers with the same one share connections.
  var identity: TransferIdentity?
  /// The client's certificate and its key, as somebody who was asked has given it: whoever could be asked shares the
  /// connections on which it is shown.
  var givenIdentity: TransferIdentity?

  /// Leaves all to the system.
  mutating func askNobody() {
    acceptedLeaf = nil
    asks = false
    asksForIdentity = false
    givenIdentity = nil
  }
}

/// A version of TLS, by its number in the protocol.
enum TransferTLSVersion: UInt16, Sendable {
  case tls10 = 0x0301
  case tls11 = 0x0302
  case tls12 = 0x0303
  case tls13 = 0x0304
}

/// A certificate and its private key, both in PEM form.
struct TransferIdentity: Hashable, Sendable {
  /// The source of PEM text: a file, or bytes in memory.
  enum Source: Hashable, Sendable {
    case file(path: String)
    case bytes(Data)
  }

  /// The certificate, and those between it and an authority.
  var certificate: Source
  /// The private key.
  var key: Source
  /// The password of the key, where it has one.
  var keyPassword: String?
}
