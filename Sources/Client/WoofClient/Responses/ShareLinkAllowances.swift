// SPDX-License-Identifier: Apache-2.0

/// The allowances of a share link's holders besides looking.
public struct ShareLinkAllowances: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// To download originals.
  public static let download = ShareLinkAllowances(rawValue: 1)
  /// To add photos to the album, under a name (``APIService/introduce(_:to:)``). A link to one photo does not allow it.
  public static let add = ShareLinkAllowances(rawValue: 2)
  /// To like photos, under a name.
  public static let like = ShareLinkAllowances(rawValue: 4)

  private static let names: KeyValuePairs<String, ShareLinkAllowances> = [
    "download": .download, "add": .add, "like": .like,
  ]
}

extension ShareLinkAllowances: Codable {
  /// Reads a list of names; those that are not known are passed over.
  ///
  /// - Throws: `DecodingError` where it is no list of texts.
  public init(from decoder: any Decoder) throws {
    let names = try decoder.singleValueContainer().decode([String].self)
    self.init(Self.names.filter { names.contains($0.key) }.map(\.value))
  }

  /// Writes the names as the service does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.names.filter { contains($0.value) }.map(\.key))
  }
}
