// SPDX-License-Identifier: Apache-2.0

/// The groups of people who may read a photo, from the widest to the narrowest.
public enum Visibility: String, Codable, Sendable, CaseIterable {
  /// Everybody; the photo stands in the public list.
  case `public`
  /// Everybody who knows its id; the photo stands in its owner's lists only.
  case unlisted
  /// Its owner.
  case `private`
}

extension Visibility {
  /// Reads a visibility; one of a newer service, which this version does not know, is taken for the strictest.
  ///
  /// - Throws: `DecodingError` where there is no text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Self(rawValue: text) ?? .private
  }
}
