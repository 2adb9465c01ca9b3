// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// The rule for new passwords.
package enum PasswordRule {
  /// The minimum length of a password, in characters (Unicode scalars).
  package static let leastCount = 8
  /// The maximum length of a password, in characters (Unicode scalars): it has to fit the header section of a request.
  package static let greatestCount = 1_000

  /// Checks a new password.
  ///
  /// - Parameters:
  ///   - password: The password in UTF-8.
  ///   - name: The account that is to have it.
  ///   - parameter: The name of the member that the password came in, for the error.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is too short or too long, holds a
  ///   control character, which Basic credentials cannot carry (RFC 7617 §2), is among those that are guessed first:
  ///   ``CommonPasswords``, or has the form of an app password, for which it would be taken.
  package static func check(
    _ password: WipedBytes, for name: AccountName, parameter: String = "new"
  ) throws(WoofError) {
    let message =
      AppPasswordSecret(password) == nil
      ? password.withUnsafeBytes { problem(in: $0, for: name) }
      : "This is, or looks like, an app password; choose another one for the account."
    guard let message else { return }
    throw WoofError(.invalidParameter, message, details: ["parameter": .string(parameter)])
  }

  private static func problem(in bytes: UnsafeRawBufferPointer, for name: AccountName) -> String? {
    // Every scalar has one byte that continues none.
    let count = bytes.count { $0 & 0xC0 != 0x80 }
    guard (leastCount...greatestCount).contains(count) else {
      return "A password has \(leastCount) to \(greatestCount) characters."
    }
    guard !holdsControlCharacter(bytes) else { return "A password has no control characters." }
    guard !CommonPasswords.include(bytes, for: name) else {
      return "This password is one of those that are guessed first: a common word, a name, a date, the account's own "
        + "name or a row of keys, with little else. Choose several words that have nothing to do with each other."
    }
    return nil
  }

  private static func holdsControlCharacter(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.indices.contains { index in
      let byte = bytes[index]
      // U+0080 to U+009F are C2 80 to C2 9F.
      let isWide = byte == 0xC2 && index + 1 < bytes.count && (0x80..<0xA0).contains(bytes[index + 1])
      return byte < 0x20 || byte == 0x7F || isWide
    }
  }
}
