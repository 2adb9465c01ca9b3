// SPDX-License-Identifier: Apache-2.0

/// The kinds of change of a photo.
public enum ChangeKind: String, Codable, Sendable, CaseIterable {
  /// The photo came in, or its metadata changed.
  case photo
  /// Only its favourites changed.
  case favourites
  /// It was deleted, or the reader may read it no longer.
  case deleted
}

extension ChangeKind {
  /// Reads a kind; one of a newer service, which this version does not know, is some change of the photo.
  ///
  /// - Throws: `DecodingError` where there is no text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Self(rawValue: text) ?? .photo
  }
}
