// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A certificate with its private key, which a client shows to servers that ask who it is.
public struct ClientIdentity: Hashable, Sendable {
  /// The certificate, and those between it and one the server trusts, in PEM form.
  public var certificateFile: URL
  /// The private key in PEM form.
  public var privateKeyFile: URL
  /// The passphrase of the private key; `nil` if the key is not encrypted.
  public var passphrase: String?

  /// Names the files; they are read when a connection is made.
  public init(certificateFile: URL, privateKeyFile: URL, passphrase: String? = nil) {
    self.certificateFile = certificateFile
    self.privateKeyFile = privateKeyFile
    self.passphrase = passphrase
  }
}
