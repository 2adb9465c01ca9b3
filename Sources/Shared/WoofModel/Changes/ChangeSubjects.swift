// SPDX-License-Identifier: Apache-2.0

/// The things whose changes a reader of the change log asks for, as the parameter `kinds` names them.
public struct ChangeSubjects: OptionSet, Hashable, Sendable {
  /// A bit for each sort of thing, in the order of the names.
  public let rawValue: Int

  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Photos and their favourites: the only ones that are told of where nobody asks.
  public static let photos = ChangeSubjects(rawValue: 1)
  /// Albums.
  public static let albums = ChangeSubjects(rawValue: 2)
  /// The share links of the account that asks.
  public static let links = ChangeSubjects(rawValue: 4)

  /// Everything that the log tells of.
  public static let all: ChangeSubjects = [.photos, .albums, .links]

  private static let named: KeyValuePairs<String, ChangeSubjects> = [
    "photos": .photos, "albums": .albums, "links": .links,
  ]

  /// The names of all, in their order.
  package static var allNames: [String] { named.map(\.key) }

  /// Makes a set of names, each of which stands once, in any order; `nil` for others, and for none.
  package init?(names: some Collection<String>) {
    self.init(Self.named.filter { names.contains($0.key) }.map(\.value))
    guard !isEmpty, self.names.count == names.count else { return nil }
  }

  /// Makes a set of the value of a parameter: names, each once, in any order, with commas between them; `nil` for others.
  package init?(parameter text: String) {
    self.init(names: text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
  }

  /// The value of a parameter.
  package var parameter: String { names.joined(separator: ",") }

  /// The names in their order.
  public var names: [String] { Self.named.filter { contains($0.value) }.map(\.key) }
}
