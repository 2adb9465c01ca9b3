// SPDX-License-Identifier: Apache-2.0

/// The bytes of a representation, in memory or in a file.
package enum HTTPContent: Sendable {
  /// In memory.
  case bytes(HTTPBytes)
  /// A region of an open file.
  case file(HTTPFileRegion)

  /// All bytes, as a body.
  var body: HTTPResponseBody {
    switch self {
    case .bytes(let bytes): .bytes(bytes)
    case .file(let region): .file(region)
    }
  }

  /// Some of the bytes, as a body.
  func body(of range: Range<Int64>) -> HTTPResponseBody {
    switch piece(range) {
    case .bytes(let bytes): .bytes(bytes)
    case .file(let region): .file(region)
    }
  }

  /// Some of the bytes, as a piece of a body. What lies outside of the content is left out.
  package func piece(_ range: Range<Int64>) -> HTTPResponseBody.Piece {
    switch self {
    case .bytes(let bytes):
      let wanted = range.clamped(to: 0..<Int64(bytes.count))
      let start = bytes.range.lowerBound
      return .bytes(HTTPBytes(bytes.storage, range: start + Int(wanted.lowerBound)..<start + Int(wanted.upperBound)))
    case .file(let region):
      let wanted = range.clamped(to: 0..<region.count)
      return .file(
        HTTPFileRegion(
          owner: region.owner, descriptor: region.descriptor, offset: region.offset + wanted.lowerBound,
          count: Int64(wanted.count)))
    }
  }
}
