// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofImages
internal import WoofModel

/// Finds the photos of an account that look like one of them, by the distance of their perceptual hashes, and then those
/// that show a part of what it shows.
///
/// The hashes of all photos are kept in memory, some 70 bytes each and those of each account by themselves, so that
/// others' photos change neither what is found nor how long that takes. They are read when the service starts, and kept
/// in step with changes from then on.
final class SimilarPhotos: ChangeObserver {
  private struct State {
    var index = OwnedHashes()
    var isComplete = false
    /// The photos that changed while the hashes were read, so that what was read of them may be old.
    var changed: Set<PhotoID> = []
  }

  /// Pictures whose hashes differ in no more bits look alike: the same one in another size, quality or tone.
  static let greatestDistance = 8
  /// The number of hashes that are read at once.
  private static let hashesAtOnce = 1000

  private let library: PhotoLibrary
  private let derivations: (any DerivationStore)?
  private let parts: SimilarParts
  private let state = Mutex(State())

  init(library: PhotoLibrary, changes: any ChangeLog, derivations: (any DerivationStore)?) {
    self.library = library
    self.derivations = derivations
    parts = SimilarParts(library: library, changes: changes, derivations: derivations)
    if derivations != nil { changes.addObserver(self) }
  }

  func committed(_ changes: [PhotoRecord]) {
    state.withLock { state in
      for change in changes {
        if !state.isComplete { state.changed.insert(change.id) }
        if let hash = change.perceptualHash {
          state.index.insert(hash, for: change.id, of: change.ownerID)
        } else if change.isDeleted {
          state.index.remove(change.id)
        }
      }
    }
  }

  /// Reads the hashes of all photos.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  func fill() async throws {
    try await parts.catchUp()
    var last: PhotoID?
    while let found = try await derivations?.perceptualHashes(after: last, limit: Self.hashesAtOnce),
      !found.isEmpty
    {
      state.withLock { state in
        for item in found where !state.changed.contains(item.photo) {
          state.index.insert(item.hash, for: item.photo, of: item.owner)
        }
      }
      last = found.last?.photo
    }
    state.withLock { state in
      state.isComplete = true
      state.changed = []
    }
  }

  /// The hashes of an account's photos.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` until all hashes have been read.
  func hashes(of account: AccountID) throws(WoofError) -> PerceptualHashIndex<PhotoID> {
    try state.withLock { state throws(WoofError) in
      guard state.isComplete else { throw Self.incomplete }
      return state.index.hashes(of: account)
    }
  }

  private static var incomplete: WoofError {
    WoofError(.unavailable, "The photos' looks are still being read; try again.", retryAfter: 2)
  }

  /// The account's photos that look like one that it may read, the nearest first, without that one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone` for the photo, or `unavailable` until all
  ///   hashes have been read.
  func photos(like id: PhotoID, of account: Principal, limit: Int) async throws -> [PhotoRecord] {
    let record = try await library.photo(id, for: account)
    guard let hash = record.perceptualHash else { return [] }
    let neighbours = try state.withLock { state throws(WoofError) in
      guard state.isComplete else { throw Self.incomplete }
      return state.index.neighbours(of: hash, within: Self.greatestDistance, among: account.id)
    }
    var found: [PhotoRecord] = []
    for neighbour in neighbours where neighbour != id && found.count < limit {
      // What was found is asked for once more: it may have been deleted or given away since.
      if let other = try await library.photo(neighbour, ownedBy: account.id) { found.append(other) }
    }
    if found.count < limit {
      let known = Set([id] + found.map(\.id))
      found += try await parts.photos(like: id, of: account.id, without: known, limit: limit - found.count)
    }
    return found
  }
}

/// The perceptual hashes of photos, those of each account by themselves.
struct OwnedHashes: Sendable {
  private var indexes: [AccountID: PerceptualHashIndex<PhotoID>] = [:]
  private var owners: [PhotoID: AccountID] = [:]
  /// The least number of photos for which an account's index has tables, which take 2 MB. Below it, looking at all of
  /// them takes some tens of microseconds.
  private static let tableThreshold = 1 << 17

  /// The number of photos that have a hash here, of all accounts.
  var count: Int { owners.count }

  /// Adds a photo, or gives it another hash or owner.
  mutating func insert(_ hash: PerceptualHash, for photo: PhotoID, of owner: AccountID) {
    if let old = owners[photo], old != owner { remove(photo) }
    owners[photo] = owner
    indexes[owner, default: PerceptualHashIndex(tableThreshold: Self.tableThreshold)].insert(hash, for: photo)
  }

  /// Removes a photo, if it is there.
  mutating func remove(_ photo: PhotoID) {
    guard let owner = owners.removeValue(forKey: photo) else { return }
    indexes[owner]?.remove(photo)
    if indexes[owner]?.count == 0 { indexes[owner] = nil }
  }

  /// The hashes of the photos of an account.
  func hashes(of owner: AccountID) -> PerceptualHashIndex<PhotoID> { indexes[owner] ?? PerceptualHashIndex() }

  /// The photos of an account whose hashes differ from `hash` in no more than `distance` bits, the nearest first.
  func neighbours(of hash: PerceptualHash, within distance: Int, among owner: AccountID) -> [PhotoID] {
    indexes[owner]?.neighbours(of: hash, within: distance).map(\.identifier) ?? []
  }
}
