// SPDX-License-Identifier: Apache-2.0

/// The result of one request of a pull.
enum PulledPage: Sendable {
  /// The account that is signed in, to which the replica belongs from now on.
  case account(String)
  /// A snapshot begins, at a token where its parts are lists.
  case beginning(SnapshotProgress)
  /// A page of the change log, or of the snapshot that it begins with.
  case changes(ChangePage)
  /// A page of a list, for a snapshot of windows.
  case list([PhotoMetadata], next: SnapshotProgress?)
}

/// Reads the next part of what a replica does not have. It changes nothing.
struct SnapshotReader {
  /// The number of rows in one request, which is the most that the service gives.
  private static let pageSize = 500

  let state: ReplicaState
  let service: any ReplicaService

  /// Reads the next page.
  ///
  /// - Throws: `WoofError`, `CancellationError`.
  func next() async throws -> PulledPage {
    guard state.account != nil else { return .account(try await service.response(to: AccountRequest()).name) }
    if state.token == nil, state.snapshot == nil { return .beginning(try await beginning()) }
    guard let snapshot = state.snapshot, snapshot.part != .everything else {
      return .changes(
        try await service.response(to: ChangePageRequest(since: state.token, limit: Self.pageSize)))
    }
    return try await list(snapshot)
  }

  private func beginning() async throws -> SnapshotProgress {
    guard !state.scope.isEverything else {
      // A service that does not tell it serves as well; only how much there is to come is not known then.
      let view = try await viewIfKnown()
      return SnapshotProgress(part: .everything, expectedCount: view?.photoCount)
    }
    let view = try await service.response(to: AccountViewRequest())
    return SnapshotProgress(part: .own, token: view.change.rawValue, expectedCount: nil)
  }

  private func viewIfKnown() async throws -> AccountView? {
    do {
      return try await service.response(to: AccountViewRequest())
    } catch let error as WoofError where [.notFound, .methodNotAllowed, .notImplemented].contains(error.code) {
      return nil
    }
  }

  private func list(_ progress: SnapshotProgress) async throws -> PulledPage {
    let cursor = progress.cursor.map { PageCursor(rawValue: $0) }
    switch progress.part {
    case .own where state.scope.own:
      return page(try await service.response(to: OwnPhotoPageRequest(limit: Self.pageSize, after: cursor)), progress)
    case .favourites where state.scope.favourites:
      return page(try await service.response(to: FavouritePageRequest(limit: Self.pageSize, after: cursor)), progress)
    case .newest where newestLeft(progress) > 0:
      let limit = min(Self.pageSize, newestLeft(progress))
      return page(try await service.response(to: PhotoPageRequest(limit: limit, after: cursor)), progress)
    default: return .list([], next: Self.following(progress))
    }
  }

  private func newestLeft(_ progress: SnapshotProgress) -> Int { (state.scope.newest ?? .max) - progress.count }

  private func page(_ page: PhotoPage, _ progress: SnapshotProgress) -> PulledPage {
    guard let next = page.next else { return .list(page.items, next: Self.following(progress)) }
    var following = progress
    following.cursor = next.rawValue
    following.count += page.items.count
    return .list(page.items, next: following)
  }

  private static func following(_ progress: SnapshotProgress) -> SnapshotProgress? {
    let parts: [SnapshotProgress.Part] = [.own, .favourites, .newest]
    guard let index = parts.firstIndex(of: progress.part), index + 1 < parts.count else { return nil }
    return SnapshotProgress(part: parts[index + 1], token: progress.token)
  }
}

extension ReplicaTransaction {
  /// Takes in what a request brought.
  ///
  /// - Parameter isUndisturbed: `true` if nothing has come otherwise since the request was sent, so that rows and digest can
  ///   be compared.
  mutating func take(_ page: PulledPage, isUndisturbed: Bool) throws -> SyncEngine.Pulled {
    switch page {
    case .account(let name):
      try bind(to: name)
      return SyncEngine.Pulled(hasMore: true)
    case .beginning(let progress):
      state.snapshot = progress
      state.generation += 1
      return SyncEngine.Pulled(expectedCount: progress.expectedCount, hasMore: true)
    case .changes(let page): return try take(page, isUndisturbed: isUndisturbed)
    case .list(let photos, let next):
      for photo in photos { try apply(photo, isOfSnapshot: true) }
      if let next { state.snapshot = next } else { try finishSnapshot() }
      return SyncEngine.Pulled(changeCount: photos.count, hasMore: true)
    }
  }

  /// Lets the replica belong to an account, for good.
  ///
  /// - Throws: `WoofError` with the code `other-account` where it belongs to another one.
  mutating func bind(to name: String) throws(WoofError) {
    if let account = state.account, account != name { throw WoofError(replicaOf: account, usedBy: name) }
    state.account = name
  }

  private mutating func take(_ page: ChangePage, isUndisturbed: Bool) throws -> SyncEngine.Pulled {
    let expectedCount = state.snapshot?.expectedCount
    let isOfSnapshot = state.snapshot != nil
    for change in page.changes { try apply(change.photo, isOfSnapshot: isOfSnapshot) }
    state.token = page.next
    if !page.more, isOfSnapshot { try finishSnapshot() }
    try trim()
    var pulled = SyncEngine.Pulled(
      changeCount: page.changes.count, expectedCount: expectedCount, hasMore: page.more)
    guard !page.more, let view = page.view else { return pulled }
    let agrees = state.sums.agrees(with: view, in: state.scope)
    // Where an edit was acknowledged meanwhile, the rows may be newer than the page.
    pulled.agrees = agrees || isUndisturbed ? agrees : nil
    return pulled
  }

  private mutating func finishSnapshot() throws {
    if let token = state.snapshot?.token { state.token = ChangeToken(rawValue: token) }
    state.snapshot = nil
    try removeUnseen()
    try trim()
  }
}
