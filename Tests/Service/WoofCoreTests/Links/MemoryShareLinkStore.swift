// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofCryptography
import WoofModel

/// A store of share links that keeps everything in memory, and no guests.
final class MemoryShareLinkStore: ShareLinkStore {
  private struct State {
    var links: [Digest: ShareLink] = [:]
    var failure: WoofError?
    var onVisits: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Lets visits fail to be written from now on.
  func fail(with error: WoofError?) { state.withLock { $0.failure = error } }

  /// Does something while visits are written.
  func whileWritingVisits(_ body: (@Sendable () -> Void)?) { state.withLock { $0.onVisits = body } }

  /// The hashes of secrets that there are.
  var secretHashes: [Digest] { state.withLock { Array($0.links.keys) } }

  /// The visits that have been written of a link.
  func visits(of id: ShareLinkID) -> ShareLink.Visits? {
    state.withLock { $0.links.values.first { $0.id == id }?.visits }
  }

  func addLink(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) async throws {
    try state.withLock { state in
      try ShareLink.admit(count: state.links.count, limit: countLimit)
      state.links[hash] = link
    }
  }

  func link(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ShareLink? {
    state.withLock { $0.links[hash] }.flatMap { $0.terms.expiresAt > time ? $0 : nil }
  }

  func link(_ id: ShareLinkID, at time: Timestamp) async throws -> ShareLink? {
    state.withLock { $0.links.values.first { $0.id == id && $0.terms.expiresAt > time } }
  }

  func links(_ query: ShareLinkQuery) async throws -> [ShareLink] {
    let found = state.withLock { $0.links.values.filter { $0.owner.id == query.account } }
    return Array(found.sorted { $0.id.description > $1.id.description }.prefix(query.limit))
  }

  func editLink(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) async throws -> ShareLink? {
    state.withLock { state in
      guard let hash = state.links.first(where: { $0.value.id == id && $0.value.owner.id == account })?.key,
        let terms = state.links[hash]?.terms
      else { return nil }
      state.links[hash]?.terms = edit.applied(to: terms)
      return state.links[hash]
    }
  }

  func removeLink(_ id: ShareLinkID, of account: AccountID) async throws -> Bool {
    state.withLock { state in
      guard let hash = state.links.first(where: { $0.value.id == id && $0.value.owner.id == account })?.key else {
        return false
      }
      state.links[hash] = nil
      return true
    }
  }

  func keepGuest(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) async throws { throw Self.noGuests }

  func guest(_ id: LinkGuestID, of link: ShareLinkID) async throws -> LinkGuest? { nil }

  func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) async throws -> Bool {
    throw Self.noGuests
  }

  func likes(
    of photos: [PhotoID], by guest: LinkGuestID?, of link: ShareLinkID
  ) async throws -> [PhotoID: GuestLikes] {
    [:]
  }

  func likes(_ query: GuestLikeQuery) async throws -> [GuestLike] { [] }

  func intakeDay(of link: ShareLinkID) async throws -> GuestIntakeDay? { nil }

  private static var noGuests: WoofError { WoofError(.insufficientStorage, "There are no guests here.") }

  func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) async throws {
    state.withLock(\.onVisits)?()
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      for (hash, link) in state.links {
        if let more = visits[link.id] { state.links[hash]?.visits = link.visits + more }
      }
    }
  }
}

/// A store without albums.
struct NoAlbums: AlbumStore {
  let commitCount: Int64 = 0

  func album(_ id: AlbumID, for reader: AccountID?) async throws -> AlbumRecord? { nil }
  func albums(_ query: AlbumQuery) async throws -> [AlbumRecord] { [] }
  func photos(_ query: AlbumPhotoQuery) async throws -> [AlbumPhoto] { [] }
  func holds(_ photo: PhotoID, _ album: AlbumID, for reader: AccountID?) async throws -> Bool { false }

  func addAlbum(_ draft: AlbumDraft, countLimit: Int) async throws -> AlbumRecord {
    throw WoofError(.insufficientStorage, "There are no albums here.")
  }

  func changeAlbum(
    _ id: AlbumID, by change: AlbumChange, for reader: AccountID, if condition: AlbumCondition
  ) async throws -> AlbumRecord {
    throw WoofError(.notFound, "There are no albums here.")
  }
}
