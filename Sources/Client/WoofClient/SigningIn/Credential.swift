// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// A name and a password, with which an account signs in (RFC 7617).
public struct Credential: Hashable, Sendable {
  /// The name of the account, which has no colon.
  public var name: String
  /// The password in plain text, which no description of the credential shows.
  public var password: String

  /// Makes a credential.
  public init(name: String, password: String) {
    self.name = name
    self.password = password
  }

  /// The value of `Authorization` (RFC 7617 §2).
  var authorization: String { HTTPBasicCredentials.authorization(name: name, password: password) }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; the password is not shown.
  public var description: String { name }
  /// The name; the password is not shown.
  public var debugDescription: String { "\(name) (password not shown)" }
  /// The name; the password is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
