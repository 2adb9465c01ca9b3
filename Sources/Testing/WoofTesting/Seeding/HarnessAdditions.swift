// SPDX-License-Identifier: Apache-2.0

public import WoofClient
public import WoofModel

/// The things that a harness has made of contents, each kind in the order of the contents.
public struct HarnessAdditions: Sendable {
  /// An app password that was added.
  public struct AppPassword: Hashable, Sendable {
    /// The id by which it is revoked.
    public let id: String
    /// The name of the account that it signs in to.
    public let account: String
    /// The password.
    public let password: String
  }

  /// The ids of the photos.
  public internal(set) var photos: [PhotoID] = []
  /// The ids of the albums.
  public internal(set) var albums: [AlbumID] = []
  /// The share links, as their holders have them.
  public internal(set) var links: [SharedLink] = []
  /// The app passwords.
  public internal(set) var appPasswords: [AppPassword] = []

  /// Adds what was made later.
  mutating func append(_ later: HarnessAdditions) {
    photos += later.photos
    albums += later.albums
    links += later.links
    appPasswords += later.appPasswords
  }
}
