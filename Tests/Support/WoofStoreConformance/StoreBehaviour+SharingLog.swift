// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel

/// Albums and links have their places in the log of changes, and nobody is told there of what lists do not show.
extension StoreBehaviour {
  static let sharingLogBehaviours = [
    StoreBehaviour("albums and links take their numbers from the log of photos, one each, and observers hear of them") {
      stores in
      let observer = AdvanceObserver()
      stores.changes.addObserver(observer)
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      let album = try await stores.makeAlbum(1, by: ada)
      try await stores.put([1], into: album.id, for: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada)
      #expect(stores.changes.latestSequence == 4)
      #expect(observer.heard == [.photo(1), .advance(2), .advance(3), .advance(4)])
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      // The album counts a photo less for others.
      #expect(observer.heard.suffix(2) == [.photo(5), .advance(6)])
      try await stores.edit(Sample.photoID(1), PhotoEdit(caption: "new"))
      #expect(stores.changes.latestSequence == 7)
    },
    StoreBehaviour("the log gives each album and link once, as its reader sees it, where it changed last") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...3 { try await stores.makeAlbum(number, by: ada) }
      try await stores.add(1, by: ada, visibility: .private)
      try await stores.put([1], into: Sample.albumID(1), for: ada)
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(number), by: ada) }
      _ = try await stores.links.editLink(
        Sample.linkID(1), of: ada.id, at: Sample.time(0), ShareLinkEdit(allowsDownload: true))
      let own = try await stores.sharing(.account(ada.id), limit: 2)
      #expect(own.map(\.name) == ["album 2", "album 3", "album 1", "link 2", "link 1"])
      guard case .album(let seen)? = own.map(\.change).dropFirst(2).first else { throw Unexpected("no album") }
      #expect(seen == (try await stores.albums.album(Sample.albumID(1), for: ada.id)))
      #expect(seen.photoCount == 1)
      for reader in [ChangeReader.everybody, .account(bob.id)] {
        let others = try await stores.sharing(reader, limit: 2)
        #expect(others.map(\.name) == ["album 2", "album 3", "album 1"])
        guard case .album(let seen)? = others.last?.change else { throw Unexpected("no album") }
        #expect(seen.photoCount == 0 && seen.cover == nil)
      }
      #expect(try await stores.sharing(.account(ada.id), of: .links).map(\.name) == ["link 2", "link 1"])
      #expect(try await stores.sharing(.administrator).map(\.name) == ["album 2", "album 3", "album 1"])
    },
    StoreBehaviour("every change of an album is one in the log, and what changes nothing is none") { stores in
      let ada = try await stores.account("ada")
      _ = try await stores.account("bob")
      let album = try await stores.makeAlbum(1, by: ada).id
      for number in 1...2 { try await stores.add(number, by: ada) }
      let bob = try #require(AccountName("bob"))
      let changes: [AlbumChange] = [
        .placing(Sample.photoID(1), .kept), .placing(Sample.photoID(2), .kept), .placing(Sample.photoID(1), .end),
        .edit(AlbumEdit(title: "new")), .edit(AlbumEdit(cover: .photo(Sample.photoID(2)))),
        .edit(AlbumEdit(visibility: .unlisted)), .contributor(bob, isAdded: true), .contributor(bob, isAdded: false),
        .removal(Sample.photoID(1)),
      ]
      for change in changes {
        for isFirst in [true, false] {
          let known = stores.changes.latestSequence
          let record = try await stores.change(album, change, for: ada)
          let told = try await stores.sharing(.account(ada.id), after: known)
          #expect(told.map(\.change) == (isFirst ? [.album(record)] : []), "\(change)")
        }
      }
    },
    StoreBehaviour(
      "whoever finds an album is told of it, whoever stops finding it that it is gone, and nobody else hears"
    ) {
      stores in
      var number = 0
      for before in Visibility.allCases {
        for step in SharingStep.allCases {
          number += 1
          try await expectSight(stores, album: number, before, step)
        }
      }
    },
    StoreBehaviour(
      "who lost an album is told nothing of what happens to it out of sight, not even how often it changes"
    ) {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada).id
      let known = stores.changes.latestSequence
      let hidden = try await stores.change(album, .edit(AlbumEdit(visibility: .private)), for: ada)
      let lost = stores.changes.latestSequence
      try await stores.change(album, .edit(AlbumEdit(title: "secret")), for: ada)
      try await stores.change(album, .deletion, for: ada)
      for reader in [ChangeReader.everybody, .account(bob.id)] {
        let entry = SharingLogEntry(
          .withdrawal(SharingWithdrawal(.album(album, version: hidden.version), reason: .hidden)), at: lost)
        #expect(try await stores.sharing(reader, after: known) == [entry])
        #expect(try await stores.sharing(reader, after: lost) == [])
      }
      #expect(try await stores.sharing(.account(ada.id), after: known).map(\.name) == ["album 1 deleted"])
      #expect(try await stores.sharing(.administrator, after: known).map(\.name) == ["album 1 deleted"])
    },
    StoreBehaviour("who loses an album twice is told of the second loss, once") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada, visibility: .private).id
      let known = stores.changes.latestSequence
      for visibility in [Visibility.private, .public, .unlisted] {
        try await stores.change(album, .contributor(bob.name, isAdded: true), for: ada)
        try await stores.change(album, .edit(AlbumEdit(visibility: visibility)), for: ada)
        try await stores.change(album, .contributor(bob.name, isAdded: false), for: ada)
      }
      #expect(try await stores.sharing(.account(bob.id), after: known).map(\.name) == ["album 1 hidden"])
      // Bob added to it when it was public no longer.
      #expect(try await stores.sharing(.everybody, after: known).map(\.name) == ["album 1 hidden"])
      try await stores.change(album, .edit(AlbumEdit(visibility: .public)), for: ada)
      #expect(try await stores.sharing(.account(bob.id), after: known).map(\.name) == ["album 1"])
    },
    StoreBehaviour(
      "links are told to who has them, with what ends them; visits and the end of their time are no changes"
    ) {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 { try await stores.makeAlbum(number, by: ada) }
      try await stores.add(1, by: ada)
      for number in 1...4 { try await stores.makeLink(number, to: Sample.album(number % 2 + 1), by: ada) }
      let known = stores.changes.latestSequence
      try await stores.links.addVisits([Sample.linkID(1): ShareLink.Visits(count: 2, last: Sample.time(1))])
      #expect(try await stores.sharing(.account(ada.id), after: known) == [])
      #expect(try await stores.links.removeLink(Sample.linkID(1), of: ada.id))
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      #expect(
        try await stores.sharing(.account(ada.id), of: .links, after: known).map(\.name)
          == ["link 1 deleted", "link 2 deleted", "link 4 deleted"])
      for reader in [ChangeReader.everybody, .account(bob.id), .administrator] {
        #expect(try await stores.sharing(reader, of: .links) == [])
      }
      #expect(try await stores.sharing.linkSnapshot(after: nil, limit: 9, reader: .everybody, at: Sample.time(0)) == [])
      let found = try await stores.sharing.linkSnapshot(
        after: nil, limit: 9, reader: .account(ada.id), at: Sample.time(0))
      #expect(found.map(\.id) == [Sample.linkID(3)])
      let expired = try await stores.sharing.linkSnapshot(
        after: nil, limit: 9, reader: .account(ada.id), at: Sample.time(100))
      #expect(expired == [])
    },
    StoreBehaviour("with an account go its albums for those who saw them, and its name from those it added to") {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.makeAlbum(1, by: ada)
      for number in 2...3 { try await stores.makeAlbum(number, by: ada, visibility: .private) }
      try await stores.change(Sample.albumID(2), .contributor(bob.name, isAdded: true), for: ada)
      try await stores.makeAlbum(4, by: bob)
      try await stores.change(Sample.albumID(4), .contributor(ada.name, isAdded: true), for: bob)
      let known = stores.changes.latestSequence
      try await stores.administration.deleteAccount(ada.name)
      let reader = ChangeReader.account(bob.id)
      #expect(
        try await stores.sharing(reader, after: known).map(\.name).sorted()
          == ["album 1 account-deleted", "album 2 account-deleted", "album 4"])
      #expect(
        try await stores.sharing(.everybody, after: known).map(\.name).sorted() == [
          "album 1 account-deleted", "album 4",
        ])
      #expect(try await stores.sharing(.administrator, after: known).count == 4)
    },
    StoreBehaviour("a photo that goes, or comes back, changes the albums that it is in") { stores in
      let ada = try await stores.account("ada")
      for number in 1...3 { try await stores.makeAlbum(number, by: ada) }
      try await stores.add(1, by: ada)
      for number in 1...2 { try await stores.put([1], into: Sample.albumID(number), for: ada) }
      let known = stores.changes.latestSequence
      try await stores.edit(Sample.photoID(1), .deletion)
      #expect(try await stores.sharing(.everybody, after: known).map(\.name) == ["album 1", "album 2"])
    },
    StoreBehaviour("followers that read page by page have what lists show, whatever happens") { stores in
      for seed in UInt64(1)...3 { try await SharingWalk(stores, seed: seed).run() }
    },
  ]

  /// Takes a step from a visibility, and compares what each reader found before and after it with what it is told.
  private static func expectSight(
    _ stores: StoresUnderTest, album number: Int, _ before: Visibility, _ step: SharingStep
  ) async throws {
    let owner = try await stores.account("owner-\(number)")
    let (member, guest) = (try await stores.account("member-\(number)"), try await stores.account("guest-\(number)"))
    let album = try await stores.makeAlbum(number, by: owner, visibility: before).id
    try await stores.change(album, .contributor(member.name, isAdded: true), for: owner)
    let readers = [ChangeReader.account(owner.id), .account(member.id), .account(guest.id), .everybody]
    var found: [ChangeReader: Bool] = [:]
    for reader in readers { found[reader] = try await stores.finds(album, reader) }
    let known = stores.changes.latestSequence
    try await stores.change(album, step.change(member: member.name, guest: guest.name), for: owner)
    for reader in readers {
      let told = try await stores.sharing(reader, after: known).map(\.change)
      let circumstances = "\(before), \(step), \(reader)"
      switch (found[reader] ?? false, try await stores.finds(album, reader)) {
      case (_, true):
        #expect(told.map(\.isAlbum) == (step.changesNothing(from: before) ? [] : [true]), "\(circumstances)")
      case (true, false):
        guard case .withdrawal(let withdrawal)? = told.first else { throw Unexpected("nothing told: \(circumstances)") }
        #expect(told.count == 1, "\(circumstances)")
        #expect(withdrawal.reason == (step == .deletion ? .deleted : .hidden), "\(circumstances)")
      case (false, false): #expect(told.isEmpty, "\(circumstances)")
      }
    }
  }
}

/// A step in the life of an album that has a contributor.
private enum SharingStep: CaseIterable {
  case publish, unlist, hide, retitle, takeOut, addGuest, deletion

  func change(member: AccountName, guest: AccountName) -> AlbumChange {
    switch self {
    case .publish: .edit(AlbumEdit(visibility: .public))
    case .unlist: .edit(AlbumEdit(visibility: .unlisted))
    case .hide: .edit(AlbumEdit(visibility: .private))
    case .retitle: .edit(AlbumEdit(title: "new"))
    case .takeOut: .contributor(member, isAdded: false)
    case .addGuest: .contributor(guest, isAdded: true)
    case .deletion: .deletion
    }
  }

  func changesNothing(from visibility: Visibility) -> Bool {
    switch self {
    case .publish: visibility == .public
    case .unlist: visibility == .unlisted
    case .hide: visibility == .private
    case .retitle, .takeOut, .addGuest, .deletion: false
    }
  }
}

extension SharingChange {
  fileprivate var isAlbum: Bool {
    guard case .album = self else { return false }
    return true
  }
}

extension SharingLogEntry {
  /// The entry in words, such as `album 1` and `link 2 deleted`.
  var name: String {
    func number(_ uuid: PhotoID) -> Int { Int(uuid.low & 0xFFFF) }
    switch change {
    case .album(let album): return "album \(number(album.id.uuid))"
    case .link(let link): return "link \(number(link.id.uuid))"
    case .withdrawal(let withdrawal):
      switch withdrawal.thing {
      case .album(let id, _): return "album \(number(id.uuid)) \(withdrawal.reason.rawValue)"
      case .link(let id): return "link \(number(id.uuid)) \(withdrawal.reason.rawValue)"
      }
    }
  }
}

extension StoresUnderTest {
  /// Everything that the log has for a reader after a position, read in pages.
  func sharing(
    _ reader: ChangeReader, of subjects: ChangeSubjects = [.albums, .links], after start: Int64 = 0, limit: Int = 100
  ) async throws -> [SharingLogEntry] {
    var found: [SharingLogEntry] = []
    var position = start
    while true {
      let page = try await sharing.sharingChanges(after: position, limit: limit, reader: reader, of: subjects)
      #expect(page.entries.count <= limit)
      #expect(page.entries.allSatisfy { $0.sequence > position && $0.sequence <= page.through })
      #expect(page.through > position || !page.hasMore)
      found += page.entries
      position = page.through
      guard page.hasMore else { return found }
    }
  }

  /// Returns `true` if a list shows an album to a reader.
  func finds(_ album: AlbumID, _ reader: ChangeReader) async throws -> Bool {
    try await albumIDs(.found(by: reader.account)).contains(album)
  }
}

/// Keeps the order of what it hears.
private final class AdvanceObserver: ChangeObserver {
  enum Message: Hashable {
    case photo(Int64)
    case advance(Int64)
  }

  private let messages = Mutex<[Message]>([])

  var heard: [Message] { messages.withLock { $0 } }

  func committed(_ changes: [PhotoRecord]) { messages.withLock { $0 += changes.map { .photo($0.sequence) } } }

  func advanced(to sequence: Int64) { messages.withLock { $0.append(.advance(sequence)) } }
}
