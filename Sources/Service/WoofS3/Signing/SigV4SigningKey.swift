// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofSystem

/// The scope in which a signature is valid: one day, one region, one service.
package struct SigV4Scope: Hashable, Sendable {
  let day: String
  let region: String
  let service: String

  /// The scope as it is signed and sent.
  var text: String { "\(day)/\(region)/\(service)/aws4_request" }
}

/// The key that signs within one scope: derived from the secret by four rounds of HMAC.
package struct SigV4SigningKey: Sendable {
  /// The scope of the key.
  let scope: SigV4Scope
  /// The 32 bytes of the key.
  let bytes: [UInt8]
  private let authenticator: MessageAuthenticator

  init(secret: String, scope: SigV4Scope) {
    var key = Array("AWS4\(secret)".utf8)
    for part in [scope.day, scope.region, scope.service, "aws4_request"] {
      key = MessageAuthenticator(key: key).tag(for: Array(part.utf8))
    }
    self.scope = scope
    bytes = key
    authenticator = MessageAuthenticator(key: key)
  }

  /// The signature of a text, in 64 hexadecimal digits.
  func signature(of text: String) -> String { hexadecimal(authenticator.tag(for: Array(text.utf8))) }
}

/// The hexadecimal digits of bytes, in lower case.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  var digits: [UInt8] = []
  for byte in bytes {
    digits.append(Hexadecimal.lowerCaseDigit(byte >> 4))
    digits.append(Hexadecimal.lowerCaseDigit(byte & 15))
  }
  return String(decoding: digits, as: UTF8.self)
}
