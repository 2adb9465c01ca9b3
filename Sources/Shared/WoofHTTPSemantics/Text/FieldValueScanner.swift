// SPDX-License-Identifier: Apache-2.0

/// Walks through the value of a field. What it finds it passes; where it finds nothing it stays.
package struct FieldValueScanner {
  /// The value.
  package let bytes: ArraySlice<UInt8>
  /// The position in the value.
  package var index: Int

  /// Starts at the first byte of a value.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// `true` once the whole value has been passed.
  package var isAtEnd: Bool { index == bytes.endIndex }

  /// The next byte; `nil` at the end.
  package var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  /// Passes one byte of that value.
  package mutating func take(_ wanted: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: wanted) else { return false }
    index += 1
    return true
  }

  /// Passes bytes of which the condition holds.
  package mutating func takeWhile(_ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while let byte = next, condition(byte) { index += 1 }
    return bytes[start..<index]
  }

  /// Passes spaces and tabs.
  package mutating func skipWhitespace() { _ = takeWhile(HTTPToken.isWhitespace) }

  /// Passes a token (RFC 9110 §5.6.2); `nil` where none stands here.
  package mutating func takeToken() -> ArraySlice<UInt8>? {
    let token = takeWhile(HTTPToken.isTokenByte)
    return token.isEmpty ? nil : token
  }

  /// Passes decimal digits and returns their number, at most the largest one there is; `nil` if no digit stands here.
  package mutating func takeNumber() -> Int64? {
    let digits = takeWhile { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in digits {
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      if overflows || carries { return .max }
      number = sum
    }
    return number
  }

  /// Passes a quoted string (RFC 9110 §5.6.4) and gives what it quotes; `nil` where none stands here, or where it does
  /// not end. `isEscaped` says which bytes a backslash before them quotes; by default it quotes any.
  package mutating func takeQuotedString(isEscaped: (UInt8) -> Bool = { _ in true }) -> [UInt8]? {
    let start = index
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") { return text }
      if byte == UInt8(ascii: "\\"), let quoted = next, isEscaped(quoted) {
        text.append(quoted)
        index += 1
      } else {
        text.append(byte)
      }
    }
    index = start
    return nil
  }

  /// Passes to the next element of a comma-separated list, over empty ones (RFC 9110 §5.6.1.2). `false` where
  /// something other than a comma stands here.
  package mutating func takeListSeparator() -> Bool {
    skipWhitespace()
    guard !isAtEnd else { return true }
    guard take(",") else { return false }
    repeat { skipWhitespace() } while take(",")
    return true
  }

  /// Passes whitespace and empty elements before the first element of a comma-separated list.
  package mutating func skipEmptyElements() {
    repeat { skipWhitespace() } while take(",")
  }
}

extension ArraySlice<UInt8> {
  /// Returns `true` if the bytes are those of a text in lower case, letters of either case taken as the same.
  package func matches(_ lowercased: String) -> Bool {
    count == lowercased.utf8.count && elementsEqual(lowercased.utf8) { HTTPToken.lowercased($0) == $1 }
  }
}
