// SPDX-License-Identifier: Apache-2.0

public import WoofModel

extension HarnessContents {
  /// An album.
  public struct Album: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The name of the account that it belongs to.
    public var owner: String
    /// The visibility; public by default, as that of drawn photos.
    public var visibility: Visibility
    /// The places of its photos among all photos of the contents, from 0, in the order of the album.
    public var photos: [Int]
    /// The names of the accounts that may add to it.
    public var contributors: [String]

    /// Makes an album; each photo belongs to its owner or to a contributor.
    public init(
      title: String, owner: String, visibility: Visibility = .public, photos: [Int] = [], contributors: [String] = []
    ) {
      self.title = title
      self.owner = owner
      self.visibility = visibility
      self.photos = photos
      self.contributors = contributors
    }
  }

  /// A share link, made by the owner of what it shows.
  public struct Link: Hashable, Sendable {
    /// An album or a photo of the contents.
    public enum Target: Hashable, Sendable {
      /// The album at a place among all of the contents, from 0.
      case album(Int)
      /// The photo at a place among all of the contents, from 0.
      case photo(Int)
    }

    /// The album or photo that it shows.
    public var target: Target
    /// The things that its holders may do besides looking.
    public var allows: ShareLinkAllowances
    /// The password that its holders have to give; `nil` where they need none.
    public var password: String?
    /// The time until which it can be used; `nil` for 30 days from now.
    public var expiresAt: Timestamp?
    /// `true` if its holders are told where photos were taken.
    public var showsLocation: Bool

    /// Makes a link, by default one with which its holders may only look.
    public init(
      target: Target, allows: ShareLinkAllowances = [], password: String? = nil, expiresAt: Timestamp? = nil,
      showsLocation: Bool = false
    ) {
      self.target = target
      self.allows = allows
      self.password = password
      self.expiresAt = expiresAt
      self.showsLocation = showsLocation
    }
  }

  /// A password of an app, with which it signs in to an account.
  public struct AppPassword: Hashable, Sendable {
    /// The name of the account.
    public var account: String
    /// The name of the app or the device.
    public var name: String
    /// The things that it may be used for; all by default.
    public var scopes: AppPasswordScopes
    /// The time from which it is no longer taken; `nil` if it ends by being revoked alone.
    public var expiresAt: Timestamp?

    /// Makes an app password.
    public init(
      account: String, name: String, scopes: AppPasswordScopes = .all, expiresAt: Timestamp? = nil
    ) {
      self.account = account
      self.name = name
      self.scopes = scopes
      self.expiresAt = expiresAt
    }
  }
}
