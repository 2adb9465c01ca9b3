// SPDX-License-Identifier: Apache-2.0

/// The encryption of a listener: TLS 1.2 and 1.3 with forward secrecy and authenticated ciphers only, without
/// renegotiation or compression.
public struct TLSConfiguration: Hashable, Sendable {
  /// A PEM file with the server's certificate, then those of its issuers.
  public var certificateChainFile: String
  /// A PEM file with the certificate's private key, not encrypted.
  public var privateKeyFile: String
  /// The protocols offered in ALPN (RFC 7301), best first. Default: `http/1.1`.
  public var applicationProtocols = ["http/1.1"]

  /// Makes a configuration of two files, which are read when the server starts and when it is told to reload.
  public init(certificateChainFile: String, privateKeyFile: String) {
    self.certificateChainFile = certificateChainFile
    self.privateKeyFile = privateKeyFile
  }
}
