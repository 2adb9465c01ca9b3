// SPDX-License-Identifier: Apache-2.0

/// The things that an app password may be used for. None of them implies another, and none lets anybody change the
/// password of the account, its app passwords, or anything as an administrator.
///
/// Its JSON is an array of names: `["read","like","upload","write"]`.
public struct AppPasswordScopes: OptionSet, Hashable, Sendable {
  /// A bit for each scope, in the order of ``names``.
  public let rawValue: UInt8

  /// Makes a set of its bits; others than those of the four scopes mean nothing.
  public init(rawValue: UInt8) { self.rawValue = rawValue & 0b1111 }

  /// Reading whatever the account may read.
  public static let read = AppPasswordScopes(rawValue: 1)
  /// Setting and unsetting favourites.
  public static let like = AppPasswordScopes(rawValue: 2)
  /// Uploading photos for the account.
  public static let upload = AppPasswordScopes(rawValue: 4)
  /// Changing and deleting photos, and making and changing albums and share links.
  public static let write = AppPasswordScopes(rawValue: 8)
  /// All four.
  public static let all: AppPasswordScopes = [.read, .like, .upload, .write]

  private static let named: [(name: String, scope: AppPasswordScopes)] = [
    ("read", .read), ("like", .like), ("upload", .upload), ("write", .write),
  ]

  /// The names of all scopes, in their order.
  public static var allNames: [String] { named.map(\.name) }

  /// Makes a set of names; `nil` where one is unknown.
  public init?(names: some Sequence<String>) {
    var scopes: AppPasswordScopes = []
    for name in names {
      guard let scope = Self.named.first(where: { $0.name == name })?.scope else { return nil }
      scopes.insert(scope)
    }
    self = scopes
  }

  /// The names of the scopes, in their order.
  public var names: [String] { Self.named.filter { contains($0.scope) }.map(\.name) }
}

extension AppPasswordScopes: Codable {
  /// Reads a set from an array of names; those that are not known, as of a newer service, are passed over.
  ///
  /// - Throws: `DecodingError` where it is no array of texts.
  public init(from decoder: any Decoder) throws {
    let names = try decoder.singleValueContainer().decode([String].self)
    self.init(Self.named.filter { names.contains($0.name) }.map(\.scope))
  }

  /// Writes the set as an array of names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}
