// SPDX-License-Identifier: Apache-2.0

/// The media types that a client takes, and its preference for each (RFC 9110 §12.5.1).
package struct HTTPAccept: Sendable {
  private var ranges: [Range] = []

  private struct Range: Sendable {
    let type: String
    let subtype: String
    let parameters: [HTTPParameter]
    /// The preference in thousandths.
    let quality: Int

    /// The rank of the range for a media type, from 0 for `*/*`, higher the more closely it names it; `nil` if it does
    /// not.
    func specificity(for mediaType: HTTPMediaType) -> Int? {
      if type == "*" { return 0 }
      guard type == mediaType.type else { return nil }
      if subtype == "*" { return 1 }
      guard subtype == mediaType.subtype, parameters.allSatisfy({ mediaType[$0.name] == $0.value }) else { return nil }
      return 2 + parameters.count
    }
  }

  /// Makes what a request without an `Accept` field has: everything is taken.
  package init() {}

  /// Reads the values of all `Accept` fields of a request. Without any, everything is taken; elements that cannot be read
  /// are left out.
  package init(_ values: some Sequence<ArraySlice<UInt8>>) { for value in values { add(value) } }

  /// Reads the value of one more field.
  package mutating func add(_ value: ArraySlice<UInt8>) {
    for element in value.split(separator: UInt8(ascii: ",")) {
      if let range = Self.range(element) { ranges.append(range) }
    }
  }

  /// The preference for a media type in thousandths; 0 if it is not taken, 1,000 for each if the client named none.
  package func quality(of mediaType: HTTPMediaType) -> Int {
    guard !ranges.isEmpty else { return 1_000 }
    var best = (specificity: -1, quality: 0)
    for range in ranges {
      guard let specificity = range.specificity(for: mediaType), specificity > best.specificity else { continue }
      best = (specificity, range.quality)
    }
    return best.quality
  }

  /// Returns `true` if a media type is named itself, not only by a range such as `image/*`; its quality may be 0.
  package func names(_ mediaType: HTTPMediaType) -> Bool {
    ranges.contains { $0.specificity(for: mediaType) ?? 0 >= 2 }
  }

  /// The greatest preference, in thousandths, of the elements that name a type and a subtype, whatever their other
  /// parameters; 0 where there is none.
  package func quality(naming type: String, _ subtype: String) -> Int {
    ranges.lazy.filter { $0.type == type && $0.subtype == subtype }.map(\.quality).max() ?? 0
  }

  /// The media type that is taken most gladly, the first of several that are taken equally; `nil` where none is.
  package func preferred(of mediaTypes: [HTTPMediaType]) -> HTTPMediaType? {
    var best: (mediaType: HTTPMediaType, quality: Int)?
    for mediaType in mediaTypes {
      let quality = quality(of: mediaType)
      if quality > best?.quality ?? 0 { best = (mediaType, quality) }
    }
    return best?.mediaType
  }

  private static func range(_ element: ArraySlice<UInt8>) -> Range? {
    var scanner = FieldValueScanner(element)
    scanner.skipWhitespace()
    guard let type = scanner.takeToken(), scanner.take("/"), let subtype = scanner.takeToken(),
      let parameters = scanner.takeParameters()
    else { return nil }
    scanner.skipWhitespace()
    guard scanner.isAtEnd else { return nil }
    let weight = parameters.firstIndex { $0.name == "q" }
    guard let quality = weight.map({ HTTPWeight.thousandths(parameters[$0].value.utf8) }) ?? 1_000 else { return nil }
    return Range(
      type: type.lowercasedText, subtype: subtype.lowercasedText,
      parameters: Array(parameters[..<(weight ?? parameters.endIndex)]), quality: quality)
  }
}
