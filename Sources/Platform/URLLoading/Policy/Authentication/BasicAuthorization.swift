// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The value of an `Authorization` field that says user and password (RFC 7617 §2).
enum BasicAuthorization {
  /// The value, or none where the scheme cannot say it: a user with a colon, or a control character in either.
  ///
  /// Both are sent as UTF-8. A server that asks for UTF-8 gets them in normalisation form C (RFC 7617 §2.1).
  static func fieldValue(user: String, password: String, wantsUTF8: Bool) -> String? {
    guard !user.utf8.contains(0x3A), !hasControlCharacter(user), !hasControlCharacter(password) else { return nil }
    let text = "\(user):\(password)"
    let sent = wantsUTF8 ? text.precomposedStringWithCanonicalMapping : text
    return "Basic \(Data(sent.utf8).base64EncodedString())"
  }

  /// The value for a credential; none where it has no user or password, or the scheme cannot say them.
  static func fieldValue(_ credential: URLCredential, for offer: AuthenticationOffer) -> String? {
    guard let user = credential.user, let password = credential.password else { return nil }
    return fieldValue(user: user, password: password, wantsUTF8: offer.wantsUTF8)
  }

  private static func hasControlCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
