// SPDX-License-Identifier: Apache-2.0

/// One challenge of a `WWW-Authenticate` or `Proxy-Authenticate` field (RFC 9110 §11.3).
struct HTTPChallenge: Hashable, Sendable {
  /// The scheme, in small letters.
  let scheme: String
  /// The text that some schemes have in place of parameters; `nil` if there is none.
  let token68: String?
  /// The parameters by their names in small letters. A name that comes twice has its first value.
  let parameters: [String: String]

  /// The most challenges that are read of one response.
  static let maximalCount = 32

  /// Reads the challenges of all lines of the field, in their order. What cannot be understood is left out, and never
  /// hides what stands behind the next comma.
  static func parse(_ lines: [String]) -> [HTTPChallenge] {
    var challenges: [HTTPChallenge] = []
    for line in lines {
      var scanner = HTTPFieldScanner(line)
      while challenges.count < maximalCount {
        scanner.skipListSeparators()
        if scanner.isAtEnd { break }
        if let challenge = take(from: &scanner) { challenges.append(challenge) }
      }
    }
    return challenges
  }

  private static func take(from scanner: inout HTTPFieldScanner) -> HTTPChallenge? {
    guard let scheme = scanner.token() else {
      scanner.skipMember()
      return nil
    }
    guard scanner.skipWhitespace() else {
      let stands = scanner.isAtEnd || scanner.next == 0x2C
      scanner.skipMember()
      return stands ? HTTPChallenge(scheme: scheme.lowercased(), token68: nil, parameters: [:]) : nil
    }
    if let token68 = scanner.token68() {
      return HTTPChallenge(scheme: scheme.lowercased(), token68: token68, parameters: [:])
    }
    let parameters = takeParameters(from: &scanner)
    return HTTPChallenge(scheme: scheme.lowercased(), token68: nil, parameters: parameters)
  }

  /// The parameters up to the next challenge: a comma may stand before either.
  private static func takeParameters(from scanner: inout HTTPFieldScanner) -> [String: String] {
    var parameters: [String: String] = [:]
    while true {
      let start = scanner.position
      scanner.skipListSeparators()
      guard let (name, value) = scanner.parameter() else {
        if parameters.isEmpty, scanner.position == start { scanner.skipMember() }
        return parameters
      }
      parameters[name] = parameters[name] ?? value
      scanner.skipWhitespace()
      if !scanner.isAtEnd, scanner.next != 0x2C { scanner.skipMember() }
    }
  }
}
