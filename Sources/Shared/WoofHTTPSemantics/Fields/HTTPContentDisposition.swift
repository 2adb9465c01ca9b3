// SPDX-License-Identifier: Apache-2.0

/// The presentation and the names of content (RFC 6266; RFC 7578 §4.2 for the parts of forms).
package struct HTTPContentDisposition: Hashable, Sendable {
  /// The type, in lower case: `attachment`, `inline`, `form-data`.
  package let type: String
  /// The name of the field of a form.
  package let name: String?
  /// The name that a file has where it comes from. Never to be used as a path.
  package let fileName: String?
  /// The same in the form that has a character set, `filename*` (RFC 8187), which comes first where both are there; forms
  /// must not use it. Never to be used as a path.
  package let extendedFileName: String?

  /// Reads the field of a message or of a part of a form; `nil` if it is malformed, not UTF-8, or repeats a parameter.
  /// A `filename*` in another character set than UTF-8, or malformed, is left out. A backslash quotes only a quote or a
  /// backslash: browsers send those of names as they are.
  package init?(parsing value: ArraySlice<UInt8>) {
    var scanner = FieldValueScanner(value)
    guard let type = scanner.takeToken(),
      let parameters = scanner.takeParameters(isEscaped: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
      scanner.isAtEnd
    else { return nil }
    self.type = type.lowercasedText
    name = parameters.first { $0.name == "name" }?.value
    fileName = parameters.first { $0.name == "filename" }?.value
    extendedFileName = parameters.first { $0.name == "filename*" }.flatMap { Self.extendedValue($0.value) }
  }

  /// Reads the value of a parameter that has a character set, `UTF-8'en'…` (RFC 8187 §3.2.1); `nil` where it is malformed,
  /// or the character set is not UTF-8.
  package static func extendedValue(_ value: String) -> String? {
    let parts = value.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, Array(parts[0])[...].matches("utf-8"),
      let bytes = PercentEncoding.decode(Array(parts[2])[...])
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The value of a field that has content saved under a name: the name as it is for who reads RFC 8187, and in ASCII
  /// for who does not. Slashes, controls and marks that turn the direction of writing become underscores in both.
  package static func attachment(fileName: String) -> String {
    let safe = String(String.UnicodeScalarView(fileName.unicodeScalars.map { isUnsafe($0) ? "_" : $0 }))
    let plain = String(
      String.UnicodeScalarView(safe.unicodeScalars.map { $0.isASCII && !"\"%".unicodeScalars.contains($0) ? $0 : "_" }))
    guard plain != safe else { return "attachment; filename=\"\(plain)\"" }
    return "attachment; filename=\"\(plain)\"; \(extendedFileName(safe))"
  }

  /// The parameter that has a file's name as it is, whatever its characters (RFC 8187).
  package static func extendedFileName(_ name: String) -> String {
    var encoded: [UInt8] = []
    PercentEncoding.append(name.utf8, keeping: .attribute, to: &encoded)
    return "filename*=UTF-8''\(String(decoding: encoded, as: UTF8.self))"
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format: true
    default: scalar == "/" || scalar == "\\"
    }
  }
}

extension ASCIISet {
  /// The bytes that stand for themselves in an extended parameter (RFC 8187 §3.2.1).
  package static var attribute: ASCIISet { ASCIISet(low: 0x03FF_685A_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
}
