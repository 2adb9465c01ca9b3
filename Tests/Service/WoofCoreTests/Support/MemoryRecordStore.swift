// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

/// A record store that keeps everything in memory, one write after the other.
final class MemoryRecordStore: RecordStore, FavouriteStore {
  private struct Like: Hashable {
    var photo: PhotoID
    var account: AccountID
  }

  private struct State {
    var photos: [PhotoID: PhotoRecord] = [:]
    var likes: [Like: Timestamp] = [:]
    var responses: [IdempotencyKey: (response: StoredResponse, expiresAt: Timestamp)] = [:]
    var sequence: Int64 = 0
    var onAdding: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// All records, deleted ones included.
  var photos: [PhotoRecord] { state.withLock { $0.photos.values.sorted { $0.id < $1.id } } }

  /// Calls `body` whenever a photo is about to be added.
  func beforeAdding(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onAdding = body } }

  func photo(_ id: PhotoID) async throws -> PhotoRecord? { state.withLock { $0.photos[id] } }

  func photos(_ ids: [PhotoID]) async throws -> [PhotoRecord?] {
    state.withLock { state in ids.map { state.photos[$0] } }
  }

  func photos(withOriginals digests: [Digest], of owner: AccountID) async throws -> [Digest: PhotoID] {
    let own = state.withLock { $0.photos.values.filter { !$0.isDeleted && $0.ownerID == owner } }
    let byDigest = Dictionary(own.map { ($0.original.digest, $0.id) }) { first, _ in first }
    return byDigest.filter { digests.contains($0.key) }
  }

  func newestPhotoID() async throws -> PhotoID? { state.withLock { $0.photos.keys.max() } }

  func photos(_ query: PhotoQuery) async throws -> [PhotoRecord] {
    let shown = state.withLock { state in state.photos.values.filter { !$0.isDeleted && Self.shows($0, in: query) } }
    let ordered = shown.sorted { Self.key(of: $0, in: query) > Self.key(of: $1, in: query) }
    let rest = ordered.drop { record in
      guard let cursor = query.after else { return false }
      return Self.key(of: record, in: query) >= (cursor.rank, cursor.id)
    }
    return Array(rest.prefix(query.limit))
  }

  /// Finds nothing: what stores find is tested with the embedded ones.
  func photos(matching query: PhotoTextQuery) async throws -> [FoundPhoto] { [] }

  func favourites(of account: AccountID, after cursor: FavouriteCursor?, limit: Int) async throws -> [Favourite] {
    let all = state.withLock { state in
      state.likes.filter { $0.key.account == account }.compactMap { like, time in
        state.photos[like.photo].map { Favourite(photo: $0, cursor: FavouriteCursor(setAt: time, id: $0.id)) }
      }
    }
    let readable = all.filter { !$0.photo.isDeleted && $0.photo.access.allowsReading(by: account) }
      .sorted { ($0.cursor.setAt, $0.cursor.id) > ($1.cursor.setAt, $1.cursor.id) }
    guard let cursor else { return Array(readable.prefix(limit)) }
    return Array(readable.drop { ($0.cursor.setAt, $0.cursor.id) >= (cursor.setAt, cursor.id) }.prefix(limit))
  }

  func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID> {
    state.withLock { state in Set(photos.filter { state.likes[Like(photo: $0, account: account)] != nil }) }
  }

  func favourites(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> [PhotoFavourite] {
    let all = state.withLock { state in
      state.likes.filter { $0.key.photo == photo }.compactMap { like, time in
        AccountName("account\(like.account.rawValue)").map { PhotoFavourite(account: $0, setAt: time) }
      }
    }
    return Array(all.sorted { $0.account.text < $1.account.text }.prefix(limit))
  }

  func addPhoto(_ draft: PhotoDraft, idempotency: IdempotencyClaim?) async throws -> PhotoAddition {
    state.withLock(\.onAdding)?()
    return try state.withLock { state in
      if let claim = idempotency, let kept = state.responses[claim.key], kept.expiresAt > claim.time {
        guard kept.response.fingerprint == claim.fingerprint else {
          throw WoofError(.idempotencyKeyReused, "The key came with another request.")
        }
        if let alias = claim.alias { state.responses[alias.key] = (kept.response, alias.expiresAt) }
        return .replayed(kept.response)
      }
      let twin = state.photos.values.first {
        $0.ownerID == draft.owner.id && $0.original.digest == draft.original.digest && !$0.isDeleted
      }
      let record = twin ?? Self.add(draft, to: &state)
      if let claim = idempotency {
        let response = StoredResponse(fingerprint: claim.fingerprint, photo: record.id, isNew: twin == nil)
        state.responses[claim.key] = (response, claim.expiresAt)
        if let alias = claim.alias { state.responses[alias.key] = (response, alias.expiresAt) }
      }
      return twin == nil ? .added(record) : .duplicate(record)
    }
  }

  func updatePhoto(_ id: PhotoID, _ edit: PhotoEdit, if condition: PhotoCondition) async throws -> PhotoRecord {
    try state.withLock { state in
      let before = try condition.check(state.photos[id])
      var record = before
      record.caption = edit.caption ?? record.caption
      record.visibility = edit.visibility ?? record.visibility
      record.isDeleted = record.isDeleted || edit.deletes
      guard record != before else { return record }
      state.sequence += 1
      (record.version, record.sequence, record.metadataSequence) = (record.version + 1, state.sequence, state.sequence)
      if before.visibility == .public, record.visibility != .public { record.withdrawnSequence = state.sequence }
      state.photos[id] = record
      return record
    }
  }

  func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState {
    try state.withLock { state in
      var record = try condition.check(state.photos[photo])
      let like = Like(photo: photo, account: account)
      guard (state.likes[like] != nil) != isFavourite else {
        return FavouriteState(photo: record, isFavourite: isFavourite)
      }
      state.likes[like] = isFavourite ? time : nil
      state.sequence += 1
      record.favouriteCount += isFavourite ? 1 : -1
      (record.version, record.sequence) = (record.version + 1, state.sequence)
      state.photos[photo] = record
      return FavouriteState(photo: record, isFavourite: isFavourite)
    }
  }

  func storedResponse(to key: IdempotencyKey, at time: Timestamp) async throws -> StoredResponse? {
    state.withLock { state in state.responses[key].flatMap { $0.expiresAt > time ? $0.response : nil } }
  }

  private static func add(_ draft: PhotoDraft, to state: inout State) -> PhotoRecord {
    state.sequence += 1
    let record = PhotoRecord(
      id: draft.id, ownerID: draft.owner.id, ownerName: draft.owner.name, original: draft.original,
      caption: draft.caption, visibility: draft.visibility, createdAt: draft.createdAt, sequence: state.sequence,
      metadataSequence: state.sequence)
    state.photos[draft.id] = record
    return record
  }

  private static func key(of record: PhotoRecord, in query: PhotoQuery) -> (Int64, PhotoID) {
    (PhotoQuery.Cursor(behind: record, in: query.order).rank, record.id)
  }

  private static func shows(_ record: PhotoRecord, in query: PhotoQuery) -> Bool {
    switch query.scope {
    case .readable(let reader): record.visibility == .public || record.ownerID == reader
    case .owned(let owner, let reader):
      record.ownerName == owner && (record.visibility == .public || record.ownerID == reader)
    }
  }
}
