// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The decision what of a representation a request gets: all of it, ranges, or nothing.
package enum HTTPRangeDecision: Hashable, Sendable {
  /// All of it: 200.
  case whole
  /// Parts of it: 206. `isConditional` says that `If-Range` was met, so that the client has the fields of an earlier
  /// response.
  case ranges([Range<Int64>], isConditional: Bool)
  /// Nothing, as the client has it: 304.
  case notModified
  /// Nothing, as a condition does not hold: 412.
  case preconditionFailed
  /// Nothing, as no range lies within it: 416.
  case unsatisfiable

  /// `true` if the response is made of bytes of the representation.
  package var needsContent: Bool {
    switch self {
    case .whole, .ranges: true
    case .notModified, .preconditionFailed, .unsatisfiable: false
    }
  }

  /// Decides about a request: its conditions first, then its ranges (RFC 9110 §13.2.2, §14.2).
  ///
  /// Ranges count for `GET` only. A `Range` field is ignored where it cannot be read, where its unit is unknown, where
  /// it asks for more than 32 ranges, and where `If-Range` does not name the current state.
  ///
  /// - Parameters:
  ///   - count: the length of the representation in bytes.
  ///   - validators: its current state.
  package init(method: HTTPMethod, fields: HTTPFields, count: Int64, validators: HTTPValidators) {
    switch HTTPPreconditions.evaluate(method: method, fields: fields, validators: validators) {
    case .proceed: self = Self.ranges(method, fields, count, validators)
    case .notModified: self = .notModified
    case .failed: self = .preconditionFailed
    }
  }

  private static func ranges(
    _ method: HTTPMethod, _ fields: HTTPFields, _ count: Int64, _ validators: HTTPValidators
  ) -> HTTPRangeDecision {
    guard method == .get, let value = fields.bytes(of: .range), fields.count(of: .range) == 1,
      let ranges = HTTPByteRanges(parsing: value)
    else { return .whole }
    let isConditional = fields.contains(.ifRange)
    if isConditional, !holdsIfRange(fields, validators) { return .whole }
    let resolved = ranges.resolve(count: count)
    if !resolved.isEmpty { return .ranges(resolved, isConditional: isConditional) }
    // The end of nothing is nothing, which no Content-Range can say.
    return count == 0 && ranges.asksForEnd ? .whole : .unsatisfiable
  }

  private static func holdsIfRange(_ fields: HTTPFields, _ validators: HTTPValidators) -> Bool {
    guard fields.count(of: .ifRange) == 1, let value = fields.bytes(of: .ifRange) else { return false }
    if let tag = validators.entityTag, tag.isEqual(to: value, .strong) { return true }
    guard let lastModified = validators.lastModified, validators.isLastModifiedStrong else { return false }
    return HTTPDate(parsing: value, relativeTo: lastModified) == lastModified
  }
}

extension HTTPByteRanges {
  /// `true` if the last bytes are asked for, however many there are.
  fileprivate var asksForEnd: Bool {
    specs.contains { if case .suffix(let count) = $0 { count > 0 } else { false } }
  }
}
