public import WoofModel

/// The rule for new passwords.
public enum PasswordRule {
  /// How many characters (Unicode scalars) a password has at least.
  public static let leastCount = 8
  /// How many characters (Unicode scalars) it has at most, so that it fits the header section of a request.
  public static let greatestCount = 1_000

  /// Checks a new password.
  ///
  /// - Returns: The password as it came.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is too short or too long, or holds a
  ///   control character, which Basic credentials cannot carry (RFC 7617 §2).
  public static func checked(_ text: String) throws(WoofError) -> String {
    guard (leastCount...greatestCount).contains(text.unicodeScalars.count) else {
      throw invalid("A password has \(leastCount) to \(greatestCount) characters.")
    }
    guard !text.holdsControlCharacter else { throw invalid("A password has no control characters.") }
    return text
  }

  private static func invalid(_ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": "new"])
  }
}
