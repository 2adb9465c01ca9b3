// SPDX-License-Identifier: Apache-2.0

extension HTTPFields {
  /// The number in a field whose value is a structured integer (RFC 9651 §3.3.1); `nil` where the field is absent,
  /// repeated or something else, so that it counts for nothing.
  public func structuredInteger(of name: HTTPFieldName) -> Int64? {
    guard case .integer(let number)? = structuredItem(of: name) else { return nil }
    return number
  }

  /// The value of a field that is a structured Boolean (RFC 9651 §3.3.6); `nil` where the field is absent, repeated or
  /// something else, so that it counts for nothing.
  public func structuredBoolean(of name: HTTPFieldName) -> Bool? {
    guard case .boolean(let value)? = structuredItem(of: name) else { return nil }
    return value
  }

  private func structuredItem(of name: HTTPFieldName) -> StructuredItem? {
    guard let value = bytes(of: name), count(of: name) == 1 else { return nil }
    return StructuredFieldParser.item(value)
  }
}
