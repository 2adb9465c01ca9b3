// SPDX-License-Identifier: Apache-2.0

// What a client meets besides the problems that the service tells of. They have no status: no response told of them.
extension WoofError.Code {
  /// The fetched bytes are no picture, or one that a transformer does not accept; `transformer`, `reason` and, where
  /// known, `offset` say more.
  public static let unsupportedImage = Self(name: "unsupported-image", status: 0, title: "Not a picture")
  /// The address is not one that a service can have.
  public static let invalidAddress = Self(name: "invalid-address", status: 0, title: "Invalid address")
  /// Nothing answers at the address.
  public static let serviceUnreachable = Self(
    name: "service-unreachable", status: 0, title: "Service not reached", isTransient: true)
  /// The connection could not be secured, as where the certificate is not trusted.
  public static let insecureConnection = Self(name: "insecure-connection", status: 0, title: "No secure connection")
  /// The service at the address speaks plain HTTP, but the connection must be encrypted.
  public static let unencryptedService = Self(name: "unencrypted-service", status: 0, title: "No encryption there")
  /// The connection broke off, or nothing came for too long.
  public static let connectionLost = Self(
    name: "connection-lost", status: 0, title: "Connection lost", isTransient: true)
  /// The response breaks the wire contract: the server is no Woof service, or something stands in between.
  public static let invalidServerResponse = Self(
    name: "invalid-server-response", status: 0, title: "Not an answer of Woof")
  /// The operation of a publisher was cancelled, as by the `Progress` of a transfer; async calls throw
  /// `CancellationError`.
  public static let cancelled = Self(name: "cancelled", status: 0, title: "Cancelled")
  /// The user was asked for a name and a password, and gave none.
  public static let signInCancelled = Self(name: "sign-in-cancelled", status: 0, title: "Sign-in cancelled")
  /// Somebody else is signed in than the account for which something was to be done.
  public static let otherAccount = Self(name: "other-account", status: 0, title: "Another account")
  /// A password is not sent over a connection that others can read.
  public static let insecureSignIn = Self(name: "insecure-sign-in", status: 0, title: "Sign-in not safe")
  /// A file cannot be read.
  public static let fileNotReadable = Self(name: "file-not-readable", status: 0, title: "File not readable")
  /// A file or folder cannot be written.
  public static let fileNotWritable = Self(name: "file-not-writable", status: 0, title: "File not writable")
  /// There is no room for a file.
  public static let diskFull = Self(name: "disk-full", status: 0, title: "Disk full")
}
