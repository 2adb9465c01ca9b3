// SPDX-License-Identifier: Apache-2.0

/// A bare item of a structured field (RFC 9651 §3.3).
enum StructuredItem: Hashable, Sendable {
  case integer(Int64)
  /// A decimal number, in thousandths.
  case decimal(Int64)
  case string(String)
  case token(String)
  case bytes([UInt8])
  case boolean(Bool)
  /// A date, in seconds since 1970.
  case date(Int64)
  case displayString(String)
}

/// The value of a member of a structured dictionary (RFC 9651 §3.2).
enum StructuredMember: Hashable, Sendable {
  case item(StructuredItem)
  case innerList([StructuredItem])
}
