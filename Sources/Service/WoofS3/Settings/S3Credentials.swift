// SPDX-License-Identifier: Apache-2.0

/// The keys by which requests are signed. No description, reflection or error shows any of them.
package struct S3Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let accessKey: String
  let secret: String
  let sessionToken: String?

  /// Makes credentials.
  ///
  /// - Parameters:
  ///   - accessKey: The name of the key, which goes with each request.
  ///   - secret: The key itself, which never leaves the process.
  ///   - sessionToken: The token of credentials that are valid for a time only; `nil`, the default, for others.
  /// - Throws: ``S3SettingError`` where one of them is empty, or has a character that cannot be sent.
  package init(accessKey: String, secret: String, sessionToken: String? = nil) throws(S3SettingError) {
    guard Self.isVisible(accessKey), !accessKey.utf8.contains(where: { $0 == 0x2F || $0 == 0x2C }) else {
      throw S3SettingError("The access key has to be of visible ASCII characters, without slash and comma.")
    }
    guard Self.isVisible(secret) else {
      throw S3SettingError("The secret key has to be of visible ASCII characters: look for a space or a line's end.")
    }
    guard sessionToken.map(Self.isVisible) ?? true else {
      throw S3SettingError("The session token has to be of visible ASCII characters: look for a space or a line's end.")
    }
    self.accessKey = accessKey
    self.secret = secret
    self.sessionToken = sessionToken
  }

  private static func isVisible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// The words that stand for the credentials.
  package var description: String { "the credentials of an object store" }
  /// The words that stand for the credentials.
  package var debugDescription: String { description }
  /// Nothing of the credentials.
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// The text with the credentials taken out, as a service may repeat them in what it says.
  func redacting(_ text: String) -> String {
    [secret, sessionToken, accessKey].compactMap { $0 }.reduce(text) { text, key in
      text.split(separator: key, omittingEmptySubsequences: false).joined(separator: "…")
    }
  }
}
