// SPDX-License-Identifier: Apache-2.0

package import WoofHTTPSemantics

/// The entity tag and the date of the current state of a resource (RFC 9110 §8.8).
package struct HTTPValidators: Hashable, Sendable {
  /// The entity tag, where there is one.
  package var entityTag: HTTPEntityTag?
  /// The time at which the state came to be; `nil` if it is not known.
  package var lastModified: HTTPDate?
  /// `true` if the state cannot have changed twice within the second of ``lastModified``, so that a date tells states
  /// apart (RFC 9110 §8.8.2.2). `false` by default; `true` for what never changes.
  package var isLastModifiedStrong: Bool

  /// Makes validators.
  package init(entityTag: HTTPEntityTag? = nil, lastModified: HTTPDate? = nil, isLastModifiedStrong: Bool = false) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.isLastModifiedStrong = isLastModifiedStrong
  }
}

/// The conditions that a request puts on being carried out (RFC 9110 §13).
package enum HTTPPreconditions {
  /// An outcome of testing the conditions.
  package enum Outcome: Hashable, Sendable {
    /// The request is carried out.
    case proceed
    /// The client has the current state: 304.
    case notModified
    /// A condition does not hold: 412.
    case failed
  }

  /// Tests the conditions in the order of RFC 9110 §13.2.2. Without any, this costs one look at a bit set.
  ///
  /// A date that cannot be read, that comes twice, or for which there is none to compare with is no condition.
  /// `If-Range` is part of selecting ranges, not of this.
  ///
  /// - Parameter validators: the current state; `nil` where the resource has no current representation.
  package static func evaluate(
    method: HTTPMethod, fields: HTTPFields, validators: HTTPValidators?
  ) -> Outcome {
    if fields.certainlyLacks(conditionalNames) { return .proceed }
    if fields.contains(.ifMatch) {
      guard holdsIfMatch(fields, validators) else { return .failed }
    } else if let date = date(.ifUnmodifiedSince, fields, validators), let current = validators?.lastModified {
      guard current <= date else { return .failed }
    }
    let isReading = method == .get || method == .head
    if fields.contains(.ifNoneMatch) {
      guard holdsIfNoneMatch(fields, validators) else { return isReading ? .notModified : .failed }
    } else if isReading, let date = date(.ifModifiedSince, fields, validators), let current = validators?.lastModified {
      guard current > date else { return .notModified }
    }
    return .proceed
  }

  /// Returns the tags that `If-Match` or `If-None-Match` lists, for whoever compares them where the state is known.
  ///
  /// What follows an error in the list is left out.
  ///
  /// - Parameter comparison: The way in which they will be compared: a strong one leaves weak tags out.
  /// - Returns: The tags; `nil` where the request has no such field.
  package static func tags(
    _ fields: HTTPFields, _ name: HTTPFieldName, _ comparison: HTTPEntityTag.Comparison
  ) -> HTTPEntityTagList? {
    if fields.certainlyLacks(conditionalNames) { return nil }
    guard fields.contains(name) else { return nil }
    var tags: [HTTPEntityTag] = []
    var isAny = false
    fields.forEachValue(of: name) { value in
      if value.elementsEqual([UInt8(ascii: "*")]) { isAny = true }
      tags += HTTPEntityTag.tags(in: value).filter { comparison == .weak || !$0.isWeak }
    }
    return isAny ? .any : .tags(tags)
  }

  private static let conditionalNames = HTTPFieldKeySet([.ifMatch, .ifUnmodifiedSince, .ifNoneMatch, .ifModifiedSince])

  private static func holdsIfMatch(_ fields: HTTPFields, _ validators: HTTPValidators?) -> Bool {
    switch HTTPEntityTag.match(validators?.entityTag, in: fields, .ifMatch, .strong) {
    case .any: validators != nil
    case .listed: true
    case .notListed: false
    }
  }

  private static func holdsIfNoneMatch(_ fields: HTTPFields, _ validators: HTTPValidators?) -> Bool {
    switch HTTPEntityTag.match(validators?.entityTag, in: fields, .ifNoneMatch, .weak) {
    case .any: validators == nil
    case .listed: false
    case .notListed: true
    }
  }

  private static func date(_ name: HTTPFieldName, _ fields: HTTPFields, _ validators: HTTPValidators?) -> HTTPDate? {
    guard let reference = validators?.lastModified, fields.count(of: name) == 1, let value = fields.bytes(of: name)
    else { return nil }
    return HTTPDate(parsing: value, relativeTo: reference)
  }
}

extension HTTPEntityTag {
  /// An outcome of looking for a tag in a field that holds `*` or a list of tags.
  fileprivate enum ListMatch {
    case any
    case listed
    case notListed
  }

  /// Looks for the tag in the values of `If-Match` or `If-None-Match`. What follows an error in the list is left out.
  fileprivate static func match(
    _ tag: HTTPEntityTag?, in fields: HTTPFields, _ name: HTTPFieldName, _ comparison: Comparison
  )
    -> ListMatch
  {
    var match = ListMatch.notListed
    fields.forEachValue(of: name) { value in
      if value.elementsEqual([UInt8(ascii: "*")]) {
        match = .any
      } else if let tag, match == .notListed, tag.isListed(in: value, comparison) {
        match = .listed
      }
    }
    return match
  }
}
