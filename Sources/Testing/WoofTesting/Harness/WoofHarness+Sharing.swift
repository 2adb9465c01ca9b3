// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization
public import WoofClient
internal import WoofCore
internal import WoofCryptography
public import WoofModel
internal import WoofServer
internal import WoofAPI

extension WoofHarness {
  /// What has been made so far of contents, those of the start and others.
  public var additions: HarnessAdditions { parts.additions.withLock { $0 } }

  /// Makes an album of an account.
  ///
  /// - Parameters:
  ///   - owner: The name of the account.
  ///   - visibility: Its readers; everybody by default, as with photos.
  ///   - photos: Its photos, in their order; each belongs to its owner or to a contributor.
  ///   - contributors: The names of the accounts that may add to it.
  /// - Throws: ``HarnessError`` of code `invalid` where there is no such account or photo; `WoofError` with the code
  ///   `forbidden` where a photo is somebody else's, or `invalid-parameter` where the title is none.
  @discardableResult
  public func addAlbum(
    _ title: String, by owner: String, visibility: Visibility = .public, photos: [PhotoID] = [],
    contributors: [String] = []
  ) async throws -> AlbumID {
    guard let albums = try parts.running.parts.albums else {
      throw HarnessError(.invalid, "The service keeps no albums.")
    }
    let owner = try await principal(owner)
    let album = try await albums.create(title, visibility, by: owner).id
    for name in contributors {
      let change = AlbumChange.contributor(try await principal(name).name, isAdded: true)
      try await albums.change(album, by: change, of: owner)
    }
    for photo in photos {
      let adder = try await self.owner(of: photo)
      try await albums.change(album, by: .placing(photo, .end), of: adder)
    }
    return album
  }

  /// Makes a share link for the owner of what it shows.
  ///
  /// - Parameters:
  ///   - allows: The things that its holders may do besides looking; nothing by default.
  ///   - password: The password that they have to give; none by default.
  ///   - expiresAt: The time until which it can be used; 30 days from now by default.
  ///   - showsLocation: `true` if they are told where photos were taken.
  /// - Returns: The link as its holders have it.
  /// - Throws: ``HarnessError`` of code `invalid` where there is no such album or photo; `WoofError` with the code
  ///   `invalid-parameter` where it would have expired, or holders of a link to one photo could add others.
  @discardableResult
  public func addLink(
    to target: ShareLinkTarget, allows: ShareLinkAllowances = [], password: String? = nil,
    expiresAt: Timestamp? = nil, showsLocation: Bool = false
  ) async throws -> SharedLink {
    guard let links = try parts.running.parts.links else {
      throw HarnessError(.invalid, "The service makes no share links.")
    }
    let (owner, shown): (Principal, WoofCore.ShareLink.Target) =
      switch target {
      case .album(let id): (try await self.owner(of: id), .album(id))
      case .photo(let id): (try await self.owner(of: id), .photo(id))
      }
    var terms = WoofCore.ShareLink.Terms(
      expiresAt: try links.expiry(expiresAt), allowsDownload: allows.contains(.download),
      allowsLikes: allows.contains(.like), allowsAdding: allows.contains(.add), showsLocation: showsLocation)
    terms.passwordHash = try password.map { try PasswordHash(hashing: $0, cost: HarnessParts.passwordCost) }
    let secret = try await links.make(links.nextID(), to: shown, terms, by: owner).secret
    guard let link = SharedLink(url: url.appendingPathComponent("s").appendingPathComponent(secret.text)) else {
      throw HarnessError(.invalid, "The address of the link cannot be read.")
    }
    return link
  }

  /// Makes an app password of an account, which signs in in the place of its own password.
  ///
  /// - Parameters:
  ///   - name: The name of the app or the device.
  ///   - account: The name of the account.
  ///   - scopes: The things that it may be used for; all by default.
  ///   - expiresAt: The time from which it is no longer taken; never by default.
  /// - Throws: ``HarnessError`` of code `invalid` where there is no such account; `WoofError` with the code
  ///   `invalid-parameter` where it would have ended.
  @discardableResult
  public func addAppPassword(
    _ name: String, of account: String, for scopes: AppPasswordScopes = .all, until expiresAt: Timestamp? = nil
  ) async throws -> HarnessAdditions.AppPassword {
    guard let passwords = try parts.running.parts.appPasswords else {
      throw HarnessError(.invalid, "The service has no app passwords.")
    }
    let owner = try await principal(account)
    let made = try await passwords.make(
      passwords.nextID(), named: try AppPasswordName.checked(name), for: scopes, until: expiresAt, by: owner)
    return .init(id: "\(made.password.id)", account: account, password: made.secret.text)
  }

  private func owner(of photo: PhotoID) async throws -> Principal {
    guard let record = try await parts.running.library.record(of: photo) else {
      throw HarnessError(.invalid, "There is no photo \(photo).")
    }
    return try await principal(record.ownerName.text)
  }

  private func owner(of album: AlbumID) async throws -> Principal {
    guard let owner = try await parts.running.parts.albums?.administeredAlbum(album).ownerName else {
      throw HarnessError(.invalid, "There is no album \(album).")
    }
    return try await principal(owner.text)
  }
}

extension WoofHarness {
  /// Adds the albums, share links and app passwords of contents, of which the photos are there.
  func addSharing(of contents: HarnessContents, _ photos: [PhotoID]) async throws -> HarnessAdditions {
    var made = HarnessAdditions()
    made.photos = photos
    for album in contents.albums {
      for name in [album.owner] + album.contributors { try await addAccountIfMissing(name) }
      let shown = try album.photos.map { try Self.element($0, of: photos, "photo") }
      made.albums.append(
        try await addAlbum(
          album.title, by: album.owner, visibility: album.visibility, photos: shown, contributors: album.contributors))
    }
    for link in contents.links {
      let target: ShareLinkTarget =
        switch link.target {
        case .album(let place): .album(try Self.element(place, of: made.albums, "album"))
        case .photo(let place): .photo(try Self.element(place, of: photos, "photo"))
        }
      made.links.append(
        try await addLink(
          to: target, allows: link.allows, password: link.password, expiresAt: link.expiresAt,
          showsLocation: link.showsLocation))
    }
    for password in contents.appPasswords {
      try await addAccountIfMissing(password.account)
      made.appPasswords.append(
        try await addAppPassword(
          password.name, of: password.account, for: password.scopes, until: password.expiresAt))
    }
    return made
  }

  private static func element<Element>(
    _ place: Int, of elements: [Element], _ kind: String
  ) throws(HarnessError) -> Element {
    guard elements.indices.contains(place) else {
      throw HarnessError(
        .invalid, "There is no \(kind) at place \(place) of the contents, which have \(elements.count), from 0.")
    }
    return elements[place]
  }
}
