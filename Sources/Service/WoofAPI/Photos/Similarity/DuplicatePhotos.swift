// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofImages
internal import WoofModel

/// A group of photos of one account that look alike.
struct DuplicateGroup: Sendable {
  /// The best, and then the others, the newest first; of a large group not all.
  var photos: [PhotoRecord]
  /// The number of all photos of the group.
  var photoCount: Int

  /// The best photo: all others look like it.
  var best: PhotoRecord { photos[0] }
}

/// Groups the photos of an account that look alike, by their perceptual hashes (``SimilarPhotos``).
///
/// The work is done in short steps, so that others get their turns, and once for all who ask an account's
/// first page at the same time. Further pages are of the same groups.
final class DuplicatePhotos: Sendable {
  /// The photos of a group, and the newest of them, by which groups are ordered.
  private struct Group: Sendable {
    var photos: [PhotoID]
    var newest: PhotoID
  }

  private struct State {
    var running: [AccountID: Task<[Group], any Error>] = [:]
    /// The groups that were found last, of the accounts that asked last, at the end those of the last one.
    var recent: [(account: AccountID, groups: [Group])] = []
  }

  /// The most photos that have look-alikes and are grouped, the newest: enough for days of sorting.
  private static let photoLimit = 20_000
  /// The most photos of a group that are shown.
  private static let shownLimit = 100
  private static let photosAtOnce = 2_000
  private static let recordsAtOnce = 500
  private static let recentLimit = 16

  private let library: PhotoLibrary
  private let similar: SimilarPhotos
  private let workers: WorkerPool
  private let state = Mutex(State())

  init(library: PhotoLibrary, similar: SimilarPhotos, workers: WorkerPool) {
    self.library = library
    self.similar = similar
    self.workers = workers
  }

  /// A page of an account's groups, those with the newest photo first.
  ///
  /// - Parameter newest: The newest photo of the last group of the page before; `nil` for the first page, for which the groups
  ///   are found anew.
  /// - Returns: The groups, and what to give for the next page.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` until all hashes have been read, or `internal`.
  func page(
    of account: Principal, after newest: PhotoID?, limit: Int
  ) async throws -> (groups: [DuplicateGroup], next: PhotoID?) {
    var rest = try await groups(of: account, anew: newest == nil)[...]
    if let newest { rest = rest.drop { $0.newest >= newest } }
    var found: [DuplicateGroup] = []
    var last: PhotoID?
    while found.count < limit, let group = rest.popFirst() {
      last = group.newest
      if let group = try await read(group, of: account) { found.append(group) }
    }
    return (found, rest.isEmpty ? nil : last)
  }

  /// The group by what its photos are now; `nil` where its best has gone, or all others have.
  private func read(_ group: Group, of account: Principal) async throws -> DuplicateGroup? {
    let records = try await records(of: group.photos, of: account)
    guard let best = records.first, best.id == group.photos.first, records.count > 1 else { return nil }
    let others = records.dropFirst().sorted { $0.id > $1.id }
    return DuplicateGroup(photos: [best] + others.prefix(Self.shownLimit - 1), photoCount: records.count)
  }

  /// The records of those of the photos that are still the account's, in the order of the ids.
  private func records(of ids: [PhotoID], of account: Principal) async throws -> [PhotoRecord] {
    var records: [PhotoRecord] = []
    for start in stride(from: 0, to: ids.count, by: Self.recordsAtOnce) {
      let some = Array(ids[start..<min(start + Self.recordsAtOnce, ids.count)])
      for case .success(let record) in try await library.photos(some, for: account) where record.ownerID == account.id {
        records.append(record)
      }
    }
    return records
  }
}

// MARK: Grouping

extension DuplicatePhotos {
  private func groups(of account: Principal, anew: Bool) async throws -> [Group] {
    let task = state.withLock { state -> Task<[Group], any Error> in
      if !anew, let known = state.recent.last(where: { $0.account == account.id }) {
        return Task { known.groups }
      }
      if let running = state.running[account.id] { return running }
      let task = Task { try await self.findAndKeep(of: account) }
      state.running[account.id] = task
      return task
    }
    return try await task.value
  }

  private func findAndKeep(of account: Principal) async throws -> [Group] {
    defer { state.withLock { $0.running[account.id] = nil } }
    let groups = try await find(of: account)
    state.withLock { state in
      state.recent.removeAll { $0.account == account.id }
      state.recent.append((account.id, groups))
      if state.recent.count > Self.recentLimit { state.recent.removeFirst() }
    }
    return groups
  }

  private func find(of account: Principal) async throws -> [Group] {
    let index = try similar.hashes(of: account.id)
    let alike = try await lookAlikes(in: index)
    let bestFirst = try await records(of: alike, of: account).sorted(by: Self.isBetter).map(\.id)
    var grouping = LookAlikeGrouping(bestFirst: bestFirst, in: index, within: SimilarPhotos.greatestDistance)
    while !grouping.isDone {
      let before = grouping
      grouping = try await workers.run(cost: Self.cost(of: Self.photosAtOnce)) {
        var after = before
        after.advance(by: Self.photosAtOnce)
        return after
      }
    }
    return grouping.groups.compactMap { photos in photos.max().map { Group(photos: photos, newest: $0) } }
      .sorted { $0.newest > $1.newest }
  }

  /// The photos to which another one is near, the newest of them.
  private func lookAlikes(in index: PerceptualHashIndex<PhotoID>) async throws -> [PhotoID] {
    var search = try await workers.run(cost: Self.cost(of: index.count)) {
      NeighbourSearch(among: index.pictures.map(\.hash), within: SimilarPhotos.greatestDistance)
    }
    while !search.isDone {
      let before = search
      search = try await workers.run(cost: Self.cost(of: index.count)) {
        var after = before
        after.advance()
        return after
      }
    }
    let pictures = index.pictures
    return Array(search.found.map { pictures[$0].identifier }.sorted(by: >).prefix(Self.photoLimit))
  }

  /// So many photos are sorted and compared in the time of a look-up.
  private static func cost(of photoCount: Int) -> Int { 1 + photoCount / 100 }

  private static func isBetter(_ left: PhotoRecord, than right: PhotoRecord) -> Bool {
    let (mine, theirs) = (left.original, right.original)
    let pixels = (mine.width * mine.height, theirs.width * theirs.height)
    if pixels.0 != pixels.1 { return pixels.0 > pixels.1 }
    if mine.byteCount != theirs.byteCount { return mine.byteCount > theirs.byteCount }
    return left.id < right.id
  }
}
