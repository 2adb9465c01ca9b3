// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit

/// Random changes of everything that stores keep, many of which are refused.
struct MirrorWalk: Sendable {
  private var random: SeededGenerator
  private var accounts: [Principal] = []
  private var photoCount = 0
  private var albumCount = 0
  private var linkCount = 0
  private var passwordCount = 0
  private var guests: [LinkGuest] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Adds the first accounts and photos.
  mutating func begin(_ stores: StoresUnderTest) async throws {
    for number in 0..<4 { accounts.append(try await stores.account("walker-\(number)")) }
    for _ in 0..<8 { await add(stores) }
  }

  /// Makes so many changes.
  mutating func take(_ count: Int, _ stores: StoresUnderTest) async throws {
    for _ in 0..<count {
      switch below(12) {
      case 0, 1: await add(stores)
      case 2, 3, 4: await like(stores)
      case 5, 6: await edit(stores)
      case 7: await delete(stores)
      case 8, 9: await changeAlbum(stores)
      case 10: await changeLink(stores)
      default: await changeAccount(stores)
      }
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &random) }

  private mutating func account() -> Principal { accounts[below(accounts.count)] }

  private mutating func photo() -> PhotoID { Sample.photoID(1 + below(photoCount)) }

  private mutating func visibility() -> Visibility { Visibility.allCases[below(3)] }

  private mutating func add(_ stores: StoresUnderTest) async {
    photoCount += 1
    _ = try? await stores.add(photoCount, by: account(), bytes: 1 + below(40), visibility: visibility())
  }

  private mutating func like(_ stores: StoresUnderTest) async {
    if !guests.isEmpty, below(3) == 0 {
      _ = try? await stores.links.setLike(
        below(3) > 0, of: photo(), by: guests[below(guests.count)], at: Sample.time(5), GuestLimits())
    } else {
      _ = try? await stores.like(photo(), by: account(), at: Int64(below(50)), below(3) > 0)
    }
  }

  private mutating func edit(_ stores: StoresUnderTest) async {
    let edits = [
      PhotoEdit(caption: "Caption \(below(100))"), PhotoEdit(visibility: visibility()), PhotoEdit(owner: account()),
    ]
    _ = try? await stores.edit(photo(), edits[below(edits.count)])
  }

  private mutating func delete(_ stores: StoresUnderTest) async {
    let subject = photo()
    switch below(3) {
    case 0: _ = try? await stores.administration.restorePhoto(subject)
    case 1: try? await stores.administration.erasePhoto(subject)
    default: _ = try? await stores.edit(subject, .deletion(restorableBy: account().id))
    }
  }

  private mutating func changeAlbum(_ stores: StoresUnderTest) async {
    guard albumCount > 1, below(6) > 0 else {
      albumCount += 1
      _ = try? await stores.makeAlbum(albumCount, by: account(), visibility: visibility())
      return
    }
    let changes: [AlbumChange] = [
      .edit(AlbumEdit(title: "Title \(below(100))")), .edit(AlbumEdit(visibility: visibility())),
      .contributor(account().name, isAdded: below(2) == 0), .placing(photo(), .kept), .placing(photo(), .end),
      .placing(photo(), .kept), .removal(photo()), .edit(AlbumEdit(cover: .photo(photo()))),
    ]
    let change = below(20) == 0 ? AlbumChange.deletion : changes[below(changes.count)]
    _ = try? await stores.change(Sample.albumID(1 + below(albumCount)), change, for: account())
  }

  private mutating func changeLink(_ stores: StoresUnderTest) async {
    let link = Sample.linkID(1 + below(linkCount))
    switch below(6) {
    case 0 where linkCount > 0:
      _ = try? await stores.links.removeLink(link, of: account().id)
    case 1 where linkCount > 0:
      let guest = LinkGuest(id: LinkGuestID(uuid: Sample.photoID(5000 + guests.count)), link: link, name: "Oma")
      guard (try? await stores.links.keepGuest(guest, at: Sample.time(0), GuestLimits())) != nil else { return }
      guests.append(guest)
    case 2 where linkCount > 0:
      _ = try? await stores.links.editLink(
        link, of: account().id, at: Sample.time(0), ShareLinkEdit(allowsDownload: below(2) == 0))
    default:
      linkCount += 1
      let target: ShareLink.Target =
        below(2) == 0 ? .photo(photo()) : .album(Sample.albumID(1 + below(albumCount)))
      let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true)
      _ = try? await stores.makeLink(linkCount, to: target, by: account(), terms)
    }
  }

  private mutating func changeAccount(_ stores: StoresUnderTest) async {
    switch below(6) {
    case 0:
      let index = below(accounts.count)
      guard accounts.count > 3 else { return }
      try? await stores.administration.deleteAccount(accounts.remove(at: index).name)
    case 1:
      passwordCount += 1
      if let account = try? await stores.account("late-\(passwordCount)") { accounts.append(account) }
    case 2: try? await stores.administration.setAdministrator(below(2) == 0, of: account().name)
    default:
      passwordCount += 1
      let owner = account()
      let holder = Account(
        id: owner.id, name: owner.name, isAdministrator: false, isDisabled: false, createdAt: Sample.time(0),
        passwordVersion: owner.passwordVersion)
      let password = AppPassword(
        id: AppPasswordID(uuid: Sample.photoID(1000 + passwordCount)), account: holder, name: "Phone", scopes: [.read],
        createdAt: Sample.time(0), expiresAt: nil)
      try? await stores.appPasswords.addAppPassword(
        password, secretHash: Sample.digest(passwordCount), countLimit: 3)
    }
  }
}
