// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization
internal import WoofSystem

/// A cache on disk for objects that never change, bounded by bytes: those that were not used for longest go.
///
/// Objects are named by the SHA-256 of their bytes, and nobody is given a file that does not have it: what arrives is compared
/// before it is kept, and what an earlier process has left when it is first asked for. Nothing is synced; what a power cut
/// damages is found by that. However many ask for an object, it is fetched once. The folder belongs to one cache.
package final class S3ObjectCache: Sendable {
  private struct Fetch {
    var number: Int
    var task: Task<S3CachedFile, any Error>
    var waiterCount: Int
  }

  private struct State {
    var order: RecencyOrder<[UInt8]>
    /// Those that an earlier process has left and nobody has compared yet.
    var unverified: Set<[UInt8]> = []
    var fetches: [[UInt8]: Fetch] = [:]
    var fetchCount = 0
    var admissionCount = 0
    var statistics = S3CacheStatistics()
  }

  private let client: S3Client
  private let folder: S3CacheFolder
  private let state: Mutex<State>
  /// For what blocks.
  private let disk = DispatchQueue(label: "S3ObjectCache", attributes: .concurrent)

  /// Opens a cache.
  ///
  /// - Parameters:
  ///   - path: The folder, which is made where its parent is there.
  ///   - byteLimit: The most bytes of all objects; those that are open are not counted once they have gone.
  /// - Throws: ``WoofSystem/SystemError`` where the folder cannot be made.
  package init(of client: S3Client, at path: String, byteLimit: Int64) throws {
    self.client = client
    folder = try S3CacheFolder(path)
    var state = State(order: RecencyOrder(byteLimit: byteLimit))
    for found in folder.contents() {
      for digest in state.order.insert(found.digest, byteCount: found.byteCount) { folder.remove(digest) }
      state.unverified.insert(found.digest)
    }
    self.state = Mutex(state)
  }

  /// The numbers of what has been asked for so far.
  package var statistics: S3CacheStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.objectCount = state.order.count
      statistics.byteCount = state.order.byteCount
      return statistics
    }
  }

  /// An object that is here and has been compared, without waiting; `nil` for any other.
  package func cached(_ digest: [UInt8]) -> S3CachedFile? {
    let isHere = state.withLock { !$0.unverified.contains(digest) && $0.order.use(digest) }
    guard isHere else { return nil }
    guard let file = try? S3CachedFile(folder.path(of: digest)) else {
      forget(digest)
      return nil
    }
    state.withLock { $0.statistics.hits += 1 }
    return file
  }

  /// An object, which is fetched where it is not here.
  ///
  /// - Parameters:
  ///   - digest: The 32 bytes of its SHA-256.
  ///   - key: Its key in the bucket.
  /// - Throws: ``S3Error`` where it cannot be fetched, with ``S3Error/Reason/digestMismatch`` where it is damaged;
  ///   ``WoofSystem/SystemError`` where the disk fails; `CancellationError` when nobody waits for it any more.
  package func file(_ digest: [UInt8], key: S3ObjectKey) async throws -> S3CachedFile {
    if let file = cached(digest) { return file }
    let fetch = state.withLock { state in
      state.fetches[digest]?.waiterCount += 1
      if let fetch = state.fetches[digest] { return fetch }
      state.fetchCount += 1
      let number = state.fetchCount
      let task = Task {
        defer { end(digest, number) }
        return try await self.fetch(digest, key)
      }
      let fetch = Fetch(number: number, task: task, waiterCount: 1)
      state.fetches[digest] = fetch
      return fetch
    }
    return try await withTaskCancellationHandler {
      try await fetch.task.value
    } onCancel: {
      leave(digest, fetch.number)
    }
  }

  /// The digests of the objects that are here.
  package var digests: [[UInt8]] { state.withLock { $0.order.names } }

  /// Takes the file of an object that is put, so that it need not be fetched; without effect where that is not possible. The
  /// file stays where it is as well, whatever the cache lets go of. Its bytes have been compared by whoever puts it. Blocks.
  package func admit(_ path: String, as digest: [UInt8]) {
    let number = state.withLock { state in
      state.admissionCount += 1
      return state.admissionCount
    }
    guard let file = try? S3CachedFile(path), (try? folder.link(path, as: digest, number)) != nil else { return }
    keep(digest, byteCount: file.byteCount)
  }

  /// Forgets an object, as when it has been deleted.
  package func remove(_ digest: [UInt8]) { forget(digest) }

  // MARK: Fetching

  /// A waiter goes; the last one takes the fetch with it, which nobody else can join then.
  private func leave(_ digest: [UInt8], _ number: Int) {
    let left = state.withLock { state -> Task<S3CachedFile, any Error>? in
      guard let fetch = state.fetches[digest], fetch.number == number else { return nil }
      state.fetches[digest]?.waiterCount -= 1
      guard fetch.waiterCount == 1 else { return nil }
      state.fetches[digest] = nil
      return fetch.task
    }
    left?.cancel()
  }

  /// A fetch is over.
  private func end(_ digest: [UInt8], _ number: Int) {
    state.withLock { state in
      if state.fetches[digest]?.number == number { state.fetches[digest] = nil }
    }
  }

  private func fetch(_ digest: [UInt8], _ key: S3ObjectKey) async throws -> S3CachedFile {
    if let file = try await verified(digest) { return file }
    state.withLock { $0.statistics.misses += 1 }
    do {
      return try await fetchOnce(digest, key)
    } catch let error as S3Error where error.reason == .digestMismatch {
      // It may have been damaged on the way only.
      return try await fetchOnce(digest, key)
    }
  }

  private func fetchOnce(_ digest: [UInt8], _ key: S3ObjectKey) async throws -> S3CachedFile {
    let folder = folder
    let incoming = try await onDisk { try folder.makeIncoming() }
    try await client.get(key, expecting: digest) { part in
      try await self.onDisk { try incoming.append(part) }
    }
    return try await onDisk { [self] in
      let file = try incoming.open()
      try incoming.move(to: folder.path(of: digest))
      keep(digest, byteCount: file.byteCount)
      return file
    }
  }

  /// An object that an earlier process has left, if it is as it was.
  private func verified(_ digest: [UInt8]) async throws -> S3CachedFile? {
    guard state.withLock({ $0.unverified.contains(digest) && $0.order.contains(digest) }) else { return nil }
    let path = folder.path(of: digest)
    let file = try await onDisk { () -> S3CachedFile? in
      guard let file = try? S3CachedFile(path), (try? file.hasDigest(digest)) == true else { return nil }
      return file
    }
    guard let file else {
      forget(digest)
      state.withLock { $0.statistics.damages += 1 }
      return nil
    }
    state.withLock { state in
      state.unverified.remove(digest)
      state.order.use(digest)
      state.statistics.hits += 1
    }
    return file
  }

  private func keep(_ digest: [UInt8], byteCount: Int64) {
    let removed = state.withLock { state in
      state.unverified.remove(digest)
      return state.order.insert(digest, byteCount: byteCount)
    }
    for digest in removed { folder.remove(digest) }
  }

  private func forget(_ digest: [UInt8]) {
    state.withLock { state in
      state.order.remove(digest)
      state.unverified.remove(digest)
    }
    folder.remove(digest)
  }

  private func onDisk<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      disk.async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// The numbers of a cache.
package struct S3CacheStatistics: Hashable, Sendable {
  /// The objects that were here when they were asked for.
  package var hits = 0
  /// The objects that were fetched.
  package var misses = 0
  /// The objects on the disk that were found not to be as they had been.
  package var damages = 0
  /// The objects that are here.
  package var objectCount = 0
  /// The bytes of the objects that are here.
  package var byteCount: Int64 = 0
}
