// SPDX-License-Identifier: Apache-2.0

/// The allowances of a share link's holders besides looking.
///
/// Its JSON is an array of names: `["download","add","like"]`.
public struct ShareLinkAllowances: OptionSet, Hashable, Sendable {
  /// A bit for each allowance, in the order of the names.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// To download originals.
  public static let download = ShareLinkAllowances(rawValue: 1)
  /// To add photos to the album, under a name. A link to one photo does not allow it.
  public static let add = ShareLinkAllowances(rawValue: 2)
  /// To like photos, under a name.
  public static let like = ShareLinkAllowances(rawValue: 4)

  private static let named: KeyValuePairs<String, ShareLinkAllowances> = [
    "download": .download, "add": .add, "like": .like,
  ]

  /// The names of all allowances, in their order.
  package static var allNames: [String] { named.map(\.key) }

  /// Makes a set of names, each of which stands once; `nil` for any others.
  package init?(names: [String]) {
    self.init(Self.named.filter { names.contains($0.key) }.map(\.value))
    guard self.names.count == names.count else { return nil }
  }

  /// The names of the allowances, in their order.
  package var names: [String] { Self.named.filter { contains($0.value) }.map(\.key) }
}

extension ShareLinkAllowances: Codable {
  /// Reads a list of names; those that are not known are passed over.
  ///
  /// - Throws: `DecodingError` where it is no list of texts.
  public init(from decoder: any Decoder) throws {
    let names = try decoder.singleValueContainer().decode([String].self)
    self.init(Self.named.filter { names.contains($0.key) }.map(\.value))
  }

  /// Writes the names as the service does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}
