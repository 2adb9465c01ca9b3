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
/// The work is done in short steps, so that others get their turns, and once for all who ask an account's first page at the
/// same time. Further pages are of the same groups.
final class DuplicatePhotos: Sendable {
  /// The photos of a group, the best and then the others, the newest first; and the newest of all, by which groups are ordered.
  private struct Group: Sendable {
    let photos: [PhotoID]
    let newest: PhotoID

    /// - Parameter bestFirst: The photos, the best first; there is no group of none.
    init?(bestFirst: [PhotoID]) {
      guard let newest = bestFirst.max() else { return nil }
      self.newest = newest
      photos = bestFirst.prefix(1) + bestFirst.dropFirst().sorted(by: >)
    }
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
    let all = try await groups(of: account, anew: newest == nil)
    var rest = all[...]
    if let newest { rest = rest.drop { $0.newest >= newest } }
    var found: [DuplicateGroup] = []
    while found.count < limit, !rest.isEmpty {
      let some = rest.prefix(limit - found.count)
      rest = rest.dropFirst(some.count)
      found += try await read(some, of: account)
    }
    return (found, rest.isEmpty ? nil : all[rest.startIndex - 1].newest)
  }

  /// The groups by what their photos are now, without those whose best has gone, or of which all others have.
  private func read(_ groups: ArraySlice<Group>, of account: Principal) async throws -> [DuplicateGroup] {
    let records = try await records(of: groups.flatMap(\.photos), of: account)
    let here = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    return groups.compactMap { group in
      let photos = group.photos.compactMap { here[$0] }
      guard let best = photos.first, best.id == group.photos.first, photos.count > 1 else { return nil }
      return DuplicateGroup(photos: Array(photos.prefix(Self.shownLimit)), photoCount: photos.count)
    }
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
    let known = anew ? nil : state.withLock { $0.recent.last { $0.account == account.id }?.groups }
    if let known { return known }
    let search = state.withLock { state in
      if let running = state.running[account.id] { return running }
      let search = Task { try await self.findAndKeep(of: account) }
      state.running[account.id] = search
      return search
    }
    return try await search.value
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
    let grouping = LookAlikeGrouping(bestFirst: bestFirst, in: index, within: SimilarPhotos.greatestDistance)
    let done = try await inSteps(grouping, of: Self.photosAtOnce) { grouping in
      grouping.advance(by: Self.photosAtOnce)
      return !grouping.isDone
    }
    return done.groups.compactMap { Group(bestFirst: $0) }.sorted { $0.newest > $1.newest }
  }

  /// The photos to which another one is near, the newest of them.
  private func lookAlikes(in index: PerceptualHashIndex<PhotoID>) async throws -> [PhotoID] {
    let pictures = index.pictures
    let search = NeighbourSearch(among: pictures.map(\.hash), within: SimilarPhotos.greatestDistance)
    let done = try await inSteps(search, of: pictures.count) { search in
      search.advance()
      return !search.isDone
    }
    return Array(done.found.map { pictures[$0].identifier }.sorted(by: >).prefix(Self.photoLimit))
  }

  /// Does work on the workers, a step at a time.
  ///
  /// - Parameters:
  ///   - photoCount: The number of photos of a step.
  ///   - step: Does a step, and returns `true` if there is more.
  private func inSteps<Work: Sendable>(
    _ work: Work, of photoCount: Int, _ step: @escaping @Sendable (inout Work) -> Bool
  ) async throws -> Work {
    let shared = SharedWork(work)
    while try await workers.run(cost: Self.cost(of: photoCount), { shared.work.withLock { step(&$0) } }) {}
    return shared.work.withLock(\.self)
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

/// Work that goes on where a step before has left it, without a copy.
private final class SharedWork<Work: Sendable>: Sendable {
  let work: Mutex<Work>

  init(_ work: Work) { self.work = Mutex(work) }
}
