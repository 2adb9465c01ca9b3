// SPDX-License-Identifier: Apache-2.0

/// Everything that an account sees as of one change, as digests: who has the same photos in the same versions, and the same
/// favourites, computes the same.
public struct AccountView: Codable, Hashable, Sendable {
  /// The digest of everything: the sum of the three parts.
  public var digest: ViewDigest
  /// The digest of the account's own photos that are not public.
  public var own: ViewDigest
  /// The digest of the public photos of all accounts.
  public var `public`: ViewDigest
  /// The digest of the account's favourites among both.
  public var favourites: ViewDigest
  /// The number of photos among both.
  public var photoCount: Int
  /// The newest change that the digests count.
  public var change: ChangeToken

  /// Makes a view of its parts.
  public init(
    own: ViewDigest, public: ViewDigest, favourites: ViewDigest, photoCount: Int, change: ChangeToken
  ) {
    digest = own + `public` + favourites
    self.own = own
    self.public = `public`
    self.favourites = favourites
    self.photoCount = photoCount
    self.change = change
  }
}
