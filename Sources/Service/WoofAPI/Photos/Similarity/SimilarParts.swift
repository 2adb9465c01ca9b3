// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofImages
internal import WoofModel

/// Finds the photos of an account that show a part of what one of them shows, or the mirrored picture, by the hashes of
/// their parts.
///
/// Eight hashes of each photo are kept in memory, in an index for each account, some 200 bytes a photo and twice that of
/// accounts that have some thousands. What has been kept since the last question is read before the next one.
final class SimilarParts: ChangeObserver {
  private struct State {
    var indexes: [AccountID: PartHashIndex<PhotoID>] = [:]
    /// The last of the hashes that have been read.
    var ordinal: Int64 = 0
  }

  /// The most photos that are looked at more closely.
  private static let candidateLimit = 200
  /// The most photos whose hashes are read at once.
  private static let photosAtOnce = 1000

  private let library: PhotoLibrary
  private let derivations: (any DerivationStore)?
  private let state = Mutex(State())

  init(library: PhotoLibrary, changes: any ChangeLog, derivations: (any DerivationStore)?) {
    self.library = library
    self.derivations = derivations
    if derivations != nil { changes.addObserver(self) }
  }

  func committed(_ changes: [PhotoRecord]) {
    state.withLock { state in
      for change in changes where change.isDeleted { state.indexes[change.ownerID]?.remove(change.id) }
    }
  }

  /// Reads the hashes that have been kept since the last time.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func catchUp() async throws {
    var last = state.withLock(\.ordinal)
    while let found = try await derivations?.partHashes(after: last, limit: Self.photosAtOnce),
      let newest = found.last?.ordinal
    {
      state.withLock { state in
        for item in found { state.indexes[item.owner, default: PartHashIndex()].insert(item.hashes, for: item.photo) }
        state.ordinal = max(state.ordinal, newest)
      }
      last = newest
    }
  }

  /// The account's photos that show a part of what a photo shows, the most alike first.
  ///
  /// - Parameter known: Photos that are not looked for, as the photo itself.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func photos(
    like photo: PhotoID, of account: AccountID, without known: Set<PhotoID>, limit: Int
  ) async throws -> [PhotoRecord] {
    try await catchUp()
    guard let derivations, let own = try await derivations.partHashes(of: [photo])[photo] else {
      return []
    }
    let candidates = state.withLock { state in
      state.indexes[account]?.candidates(like: own, limit: Self.candidateLimit + known.count) ?? []
    }.filter { !known.contains($0) }
    let matches = try await derivations.partHashes(of: candidates).compactMap { id, hashes in
      own.distance(to: hashes).map { (id: id, distance: $0) }
    }
    var found: [PhotoRecord] = []
    for match in matches.sorted(by: { ($0.distance, $0.id) < ($1.distance, $1.id) }) where found.count < limit {
      // One that was deleted or given away while hashes were read may be in the index still.
      if let record = try await library.photo(match.id, ownedBy: account) { found.append(record) }
    }
    return found
  }
}
