// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

/// Random changes of albums, links and photos by several accounts, and readers that follow them at their own pace.
///
/// A reader has what it was told, from pages of random lengths; after each reading it must have exactly what lists show it.
struct SharingWalk {
  private static let stepCount = 250
  private static let albumLimit = 6

  private let stores: StoresUnderTest
  private let seed: UInt64

  init(_ stores: StoresUnderTest, seed: UInt64) {
    self.stores = stores
    self.seed = seed
  }

  /// Walks, and records an issue where a reader has something else than the lists.
  func run() async throws {
    var state = State(random: WalkRandom(state: seed), base: Int(seed) * 1000)
    for name in 0..<3 { state.accounts.append(try await stores.account("walker-\(seed)-\(name)")) }
    var followers = state.accounts.map { Follower(reader: .account($0.id)) } + [Follower(reader: .everybody)]
    for index in followers.indices { followers[index].position = stores.changes.latestSequence }
    for number in 0..<6 {
      let photo = state.base + number
      try await stores.add(photo, by: state.accounts[number % 3], visibility: number < 3 ? .public : .private)
      state.photos.append(Sample.photoID(photo))
    }
    for step in 0..<Self.stepCount {
      await take(&state)
      guard state.random.below(3) == 0 || step == Self.stepCount - 1 else { continue }
      for index in followers.indices where step == Self.stepCount - 1 || state.random.below(2) == 0 {
        try await followers[index].follow(stores, limit: state.random.below(4) + 1)
        try await followers[index].check(stores, "seed \(seed), step \(step)")
      }
    }
  }

  /// Makes a random change; many are refused, and change nothing.
  private func take(_ state: inout State) async {
    let account = state.accounts[state.random.below(state.accounts.count)]
    let other = state.accounts[state.random.below(state.accounts.count)]
    let photo = state.photos[state.random.below(state.photos.count)]
    let visibility = Visibility.allCases[state.random.below(3)]
    guard state.albums.count >= 2, state.random.below(8) > 0 else {
      guard state.albums.count < Self.albumLimit else { return }
      state.made += 1
      if let album = try? await stores.makeAlbum(state.base + state.made, by: account, visibility: visibility) {
        state.albums.append(album.id)
      }
      return
    }
    let place = state.random.below(state.albums.count)
    let album = state.albums[place]
    let changes: [AlbumChange] = [
      .edit(AlbumEdit(title: "Title \(state.made)")), .edit(AlbumEdit(visibility: visibility)),
      .edit(AlbumEdit(visibility: visibility)), .contributor(other.name, isAdded: true),
      .contributor(other.name, isAdded: false), .placing(photo, .kept), .placing(photo, .end), .removal(photo),
      .edit(AlbumEdit(cover: .photo(photo))),
    ]
    let choice = state.random.below(changes.count + 4)
    state.made += 1
    switch choice {
    case changes.count: _ = try? await stores.edit(photo, PhotoEdit(visibility: visibility))
    case changes.count + 1:
      if state.random.below(3) == 0 {
        _ = try? await stores.change(album, .deletion, for: account)
        state.albums.remove(at: place)
      }
    case changes.count + 2:
      _ = try? await stores.makeLink(state.base + state.made, to: .album(album), by: account)
      state.links.append((Sample.linkID(state.base + state.made), account))
    case changes.count + 3:
      guard let link = state.links.randomElement(using: &state.random) else { return }
      if state.random.below(2) == 0 {
        _ = try? await stores.links.removeLink(link.id, of: link.account.id)
      } else {
        _ = try? await stores.links.editLink(
          link.id, of: link.account.id, at: Sample.time(0), ShareLinkEdit(allowsDownload: state.random.below(2) == 0))
      }
    default: _ = try? await stores.change(album, changes[choice], for: account)
    }
  }

  private struct State {
    var random: WalkRandom
    let base: Int
    var accounts: [Principal] = []
    var photos: [PhotoID] = []
    var albums: [AlbumID] = []
    var links: [(id: ShareLinkID, account: Principal)] = []
    var made = 100

    init(random: WalkRandom, base: Int) {
      self.random = random
      self.base = base
    }
  }
}

/// A reader of the log, with what it was told.
private struct Follower {
  let reader: ChangeReader
  var position: Int64 = 0
  private var albums: [AlbumID: AlbumRecord] = [:]
  private var links: [ShareLinkID: ShareLink] = [:]

  init(reader: ChangeReader) { self.reader = reader }

  mutating func follow(_ stores: StoresUnderTest, limit: Int) async throws {
    let told = try await stores.sharing(reader, after: position, limit: limit)
    #expect(Set(told.map(\.sequence)).count == told.count)
    for entry in told {
      switch entry.change {
      case .album(let album): albums[album.id] = album
      case .link(let link): links[link.id] = link
      case .withdrawal(let withdrawal):
        switch withdrawal.thing {
        case .album(let id, _): albums[id] = nil
        case .link(let id): links[id] = nil
        }
      }
    }
    position = stores.changes.latestSequence
  }

  func check(_ stores: StoresUnderTest, _ circumstances: String) async throws {
    let found = try await stores.albums.albums(AlbumQuery(scope: .found(by: reader.account), limit: 500))
    // Of the walks before this one there may be others.
    let mine = found.filter { $0.ownerName.text.hasPrefix(prefix(of: circumstances)) }
    #expect(Set(albums.values) == Set(mine), "\(circumstances), \(reader)")
    guard let account = reader.account else {
      #expect(links.isEmpty)
      return
    }
    let own = try await stores.links.links(ShareLinkQuery(account: account, limit: 500, at: Sample.time(0)))
    #expect(Set(links.values) == Set(own), "\(circumstances), \(reader)")
  }

  private func prefix(of circumstances: String) -> String {
    "walker-\(circumstances.dropFirst(5).prefix { $0 != "," })-"
  }
}

/// Random numbers that are the same in every run (SplitMix64).
struct WalkRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
