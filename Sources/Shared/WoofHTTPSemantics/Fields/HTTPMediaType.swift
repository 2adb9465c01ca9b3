// SPDX-License-Identifier: Apache-2.0

/// A media type and its parameters (RFC 9110 §8.3.1).
package struct HTTPMediaType: Hashable, Sendable, CustomStringConvertible {
  /// The type, in lower case: `image` of `image/png`.
  package let type: String
  /// The subtype, in lower case: `png` of `image/png`.
  package let subtype: String
  /// The parameters in their order, names in lower case, values without quotes.
  package let parameters: [HTTPParameter]

  /// Makes a media type of names in lower case.
  package init(_ type: String, _ subtype: String, parameters: [HTTPParameter] = []) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  /// Reads the value of a `Content-Type`; `nil` where it is no media type, or repeats a parameter.
  package init?(parsing value: ArraySlice<UInt8>) {
    var scanner = FieldValueScanner(value)
    guard let type = scanner.takeToken(), scanner.take("/"), let subtype = scanner.takeToken(),
      let parameters = scanner.takeParameters(), scanner.isAtEnd
    else { return nil }
    self.init(type.lowercasedText, subtype.lowercasedText, parameters: parameters)
  }

  /// The type and the subtype, without parameters: `image/png`.
  package var essence: String { "\(type)/\(subtype)" }

  /// The value of a parameter, by its name in lower case; `nil` where it is absent.
  package subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

  /// The media type as it stands in a field, every value that is no token in quotes.
  package var description: String { essence + parameters.map { "; \($0)" }.joined() }
}

/// A parameter of a media type or a similar value (RFC 9110 §5.6.6).
package struct HTTPParameter: Hashable, Sendable, CustomStringConvertible {
  /// The name, in lower case.
  package let name: String
  /// The value, without quotes.
  package let value: String

  /// Makes a parameter.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// `name=value`, the value in quotes where it is no token.
  package var description: String {
    if !value.isEmpty, value.utf8.allSatisfy(HTTPToken.isTokenByte) { return "\(name)=\(value)" }
    let quoted = value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\(name)=\"\(quoted)\""
  }
}

extension FieldValueScanner {
  /// Passes parameters, each after a semicolon; `nil` where they are malformed, not UTF-8, or one is repeated.
  package mutating func takeParameters(isEscaped: (UInt8) -> Bool = { _ in true }) -> [HTTPParameter]? {
    var parameters: [HTTPParameter] = []
    while true {
      let start = index
      skipWhitespace()
      guard take(";") else {
        index = start
        return parameters
      }
      skipWhitespace()
      if isAtEnd || next == UInt8(ascii: ";") { continue }
      guard let name = takeToken()?.lowercasedText, take("="),
        let value = takeToken().map(Array.init) ?? takeQuotedString(isEscaped: isEscaped),
        let text = String(validating: value, as: UTF8.self), !parameters.contains(where: { $0.name == name })
      else { return nil }
      parameters.append(HTTPParameter(name, text))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The text of ASCII bytes, in lower case.
  package var lowercasedText: String { String(decoding: lazy.map(HTTPToken.lowercased), as: UTF8.self) }
}
