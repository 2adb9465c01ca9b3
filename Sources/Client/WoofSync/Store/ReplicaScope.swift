// SPDX-License-Identifier: Apache-2.0

/// The photos of which a replica keeps the metadata.
public struct ReplicaScope: Hashable, Sendable, Codable {
  /// `true` to keep the account's own photos, of every visibility.
  public var own: Bool
  /// `true` to keep the account's favourites.
  public var favourites: Bool
  /// The number of everybody's newest public photos to keep beside these; `nil` for all of them.
  public var newest: Int?

  /// Makes a scope of windows; each is kept where the one says so or the other.
  ///
  /// - Parameters:
  ///   - own: `true`, the default, to keep the account's own photos.
  ///   - favourites: `true`, the default, to keep the account's favourites.
  ///   - newest: The number of everybody's newest photos to keep beside these, 0 by default.
  public static func windows(own: Bool = true, favourites: Bool = true, newest: Int = 0) -> ReplicaScope {
    ReplicaScope(own: own, favourites: favourites, newest: max(0, newest))
  }

  /// Everything that the account sees; the default.
  public static let everything = ReplicaScope(own: true, favourites: true, newest: nil)

  /// `true` if nothing that the account sees is left out.
  var isEverything: Bool { newest == nil && own && favourites }

  /// The number of photos by which the newest may be more than was asked for, before the oldest of them go.
  static func slack(over count: Int) -> Int { max(16, count / 8) }
}
