// SPDX-License-Identifier: Apache-2.0

/// The target of a request in origin form (RFC 9112 §3.2.1): a path and perhaps a query, as they were sent.
package struct HTTPTarget: Sendable {
  /// The path and the query as they were sent.
  package let bytes: [UInt8]
  private let pathCount: Int

  /// Makes a target of checked bytes that start with `/` (or are `*`, for `OPTIONS`).
  package init(checked bytes: [UInt8]) {
    self.init(checked: bytes, pathCount: bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count)
  }

  /// Makes a target of checked bytes whose query starts after so many bytes, or which has none.
  init(checked bytes: [UInt8], pathCount: Int) {
    self.bytes = bytes
    self.pathCount = pathCount
  }

  /// `true` if the target is the server as a whole, as in `OPTIONS *`.
  package var isServer: Bool { bytes == [UInt8(ascii: "*")] }

  /// The path as it was sent, percent-encoding and all.
  package var path: ArraySlice<UInt8> { bytes[..<pathCount] }

  /// The query as it was sent, without its question mark; `nil` where there is none.
  package var query: ArraySlice<UInt8>? { pathCount < bytes.count ? bytes[(pathCount + 1)...] : nil }
}
