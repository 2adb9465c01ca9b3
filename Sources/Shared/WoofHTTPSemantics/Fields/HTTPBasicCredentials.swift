// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
internal import WoofSystem

/// A name and a password, as the Basic scheme sends them (RFC 7617). Printing it shows no password, and the password is
/// overwritten when nobody refers to it any more; its Base64 stays in the fields that it came in.
package struct HTTPBasicCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// The name before the first colon.
  package let name: String
  /// The UTF-8 of the password, everything after the first colon.
  package let password: WipedBytes

  /// Makes credentials.
  package init(name: String, password: WipedBytes) {
    self.name = name
    self.password = password
  }

  /// Reads the value of an `Authorization` field.
  ///
  /// - Parameter limit: The largest length of name, colon and password together, in bytes; 1,024 by default.
  /// - Throws: ``HTTPCredentialsError``.
  package init(parsing value: ArraySlice<UInt8>, limit: Int = 1_024) throws(HTTPCredentialsError) {
    var scanner = FieldValueScanner(value)
    guard let scheme = scanner.takeToken() else { throw .malformed }
    guard scheme.matches("basic") else { throw .otherScheme }
    guard !scanner.takeWhile({ $0 == UInt8(ascii: " ") }).isEmpty else { throw .malformed }
    let encoded = value[scanner.index...]
    guard encoded.count <= (limit + 2) / 3 * 4 else { throw .tooLong(limit: limit) }
    guard let decoded = Self.decoded(encoded), decoded.isUTF8, let credentials = Self.split(decoded) else {
      throw .malformed
    }
    guard decoded.count <= limit else { throw .tooLong(limit: limit) }
    self = credentials
  }

  private static func decoded(_ encoded: ArraySlice<UInt8>) -> WipedBytes? {
    let bytes = WipedBytes(capacity: encoded.count / 4 * 3)
    return Base64.decode(encoded.span, as: .standard, handingTo: { bytes.append($0) }) ? bytes : nil
  }

  private static func split(_ decoded: WipedBytes) -> HTTPBasicCredentials? {
    decoded.withUnsafeBytes { bytes in
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
      else { return nil }
      return HTTPBasicCredentials(
        name: String(decoding: bytes[..<colon], as: UTF8.self),
        password: WipedBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[(colon + 1)...])))
    }
  }

  /// The value of the `Authorization` field with a name, which has no colon, and a password.
  package static func authorization(name: String, password: String) -> String {
    "Basic \(Base64.encode("\(name):\(password)".utf8, as: .standard))"
  }

  /// The name, and that there is a password.
  package var description: String { "\(name):(password)" }

  /// The name, and that there is a password.
  package var debugDescription: String { description }

  /// The name alone.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The reasons for which credentials cannot be read.
package enum HTTPCredentialsError: Error, Hashable, Sendable {
  /// They are of another scheme than Basic.
  case otherScheme
  /// They are not the Base64 of UTF-8 with a colon and without controls, or there are several.
  case malformed
  /// They are longer than so many bytes.
  case tooLong(limit: Int)
}
