// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The contents of a harness: accounts, photos, favourites, albums, share links, app passwords, and changes to photos.
public struct HarnessContents: Hashable, Sendable {
  /// The password of accounts for which none is chosen.
  public static let password = "tail wagging"

  /// An account.
  public struct Account: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The password.
    public var password: String
    /// `true` if it may administer the service.
    public var isAdministrator: Bool

    /// Makes an account.
    public init(name: String, password: String = HarnessContents.password, isAdministrator: Bool = false) {
      self.name = name
      self.password = password
      self.isAdministrator = isAdministrator
    }
  }

  /// Photos that are alike.
  public struct Photos: Hashable, Sendable {
    /// The number of photos.
    public var count: Int
    /// The name of the account that they belong to.
    public var owner: String
    /// The picture that is drawn; each photo has a seed of its own.
    public var picture: DrawnPicture
    /// The caption; `#` in it stands for the number of the photo, from 1.
    public var caption: String
    /// The visibility of the photos; public by default, whatever the service's own default for uploads is.
    public var visibility: Visibility
    /// The names of the accounts whose favourites they are.
    public var fans: [String]

    /// Makes photos.
    public init(
      count: Int = 1, owner: String, picture: DrawnPicture = DrawnPicture(), caption: String = "",
      visibility: Visibility = .public, fans: [String] = []
    ) {
      self.count = count
      self.owner = owner
      self.picture = picture
      self.caption = caption
      self.visibility = visibility
      self.fans = fans
    }
  }

  /// The accounts.
  public var accounts: [Account] = []
  /// The photos, in the order in which they came in.
  public var photos: [Photos] = []
  /// The albums, in the order in which they were made.
  public var albums: [Album] = []
  /// The share links, in the order in which they were made.
  public var links: [Link] = []
  /// The app passwords, in the order in which they were made.
  public var appPasswords: [AppPassword] = []
  /// The number of changes that follow, of favourites, captions and deletions, by the accounts and as the seed decides.
  /// They give the change log a history. 0 by default.
  public var historyLength = 0

  /// Makes no contents.
  public init() {}
}
