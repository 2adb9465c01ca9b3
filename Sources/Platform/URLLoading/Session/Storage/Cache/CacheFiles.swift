// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

/// The stored responses that are on disk: a file for each in one folder, and in memory an index of them.
///
/// The folder is read when something is looked for first. Files are written and removed on a queue, in the order of the
/// calls; they are written under another name first, so that one that has its own is whole, and one that is not what was
/// written is removed when it is read. Nobody waits for the disk who does not read from it. Processes that share a folder
/// find what the others have stored when they are started again.
final class CacheFiles: Sendable {
  private struct State {
    var index: CacheIndex
    /// The number of changes that wait until the folder has been read.
    var waitingCount = 0
  }

  let folder: CacheFolder
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "URLLoading.URLCache", qos: .utility)

  init(folder: String, capacity: Int) {
    self.folder = CacheFolder(path: folder)
    state = Mutex(State(index: CacheIndex(capacity: capacity)))
  }

  var capacity: Int { state.withLock { $0.index.capacity } }

  /// The number of bytes on disk; reads the folder if it has not been read.
  var usage: Int {
    load()
    return state.withLock { $0.index.usage }
  }

  func setCapacity(_ capacity: Int) {
    if capacity <= 0 { load() }
    modify { $0.setCapacity(capacity) }
    flush()
  }

  /// Returns `true` if only the disk can tell what is stored under a key.
  func isOnDisk(_ key: CacheKey) -> Bool {
    state.withLock { state in
      guard state.index.capacity > 0 else { return false }
      return !state.index.isLoaded || state.waitingCount > 0 || state.index.has(key)
    }
  }

  /// The response that a request selects; reads its file.
  func find(_ key: CacheKey, for request: URLRequest) -> CachedURLResponse? {
    load()
    guard let record = state.withLock({ $0.index.find(key, for: request) }) else { return nil }
    if let pending = record.pending { return pending }
    guard let file = folder.read(record.name).flatMap(CacheFile.init), file.head.key == key else {
      modify { $0.remove(key) { $0.number == record.number } }
      flush()
      return nil
    }
    folder.touch(record.name)
    return file.response
  }

  func store(_ response: CachedURLResponse, key: CacheKey, vary: Vary, selection: [String: String]) {
    guard capacity > 0 else { return }
    let file = CacheFile(response, key: key, vary: vary, selection: selection, storedAt: Date())
    change { index in
      guard let number = index.add(response, for: file.head) else { return nil }
      return { self.write(file, number: number) }
    }
  }

  func remove(_ key: CacheKey) {
    change { index in
      index.remove(key)
      return nil
    }
  }

  func remove(_ key: CacheKey, selection: [String: String]) {
    change { index in
      guard index.has(key) else { return nil }
      let digest = CacheFile.digest(of: selection)
      index.remove(key) { $0.selection == digest }
      return nil
    }
  }

  func remove(since date: Date) {
    change { index in
      index.remove(since: date)
      return nil
    }
  }

  func removeAll() { remove(since: .distantPast) }

  /// Waits until everything that was said is so on disk.
  func flush() {
    // What is there behind the first time: writes of changes that waited for the index, and removals that follow writes.
    for _ in 0..<2 { queue.sync {} }
  }

  func flush(then next: @escaping @Sendable () -> Void) { queue.async { [queue] in queue.async { next() } } }
}

extension CacheFiles {
  /// Reads what is in the folder, unless that is known.
  private func load() {
    let isKnown = state.withLock { $0.index.capacity <= 0 || $0.index.isLoaded && $0.waitingCount == 0 }
    if !isKnown { queue.sync { loadOnQueue() } }
  }

  private func loadOnQueue() {
    guard !state.withLock({ $0.index.isLoaded }) else { return }
    let files = folder.files()
    modify { $0.load(files) }
  }

  /// Changes what is known, and has the files removed that are unwanted then.
  @discardableResult
  private func modify<Result>(_ body: (inout CacheIndex) -> Result) -> Result {
    state.withLock { state in
      defer { removeUnwanted(&state.index) }
      return body(&state.index)
    }
  }

  /// Under the lock, so that the order on the queue is that of the changes.
  private func removeUnwanted(_ index: inout CacheIndex) {
    let names = index.takeUnwanted()
    guard !names.isEmpty else { return }
    queue.async { [folder] in
      for name in names { folder.remove(name) }
    }
  }

  /// Changes the index, once the folder has been read, and does on the queue what the change gives.
  private func change(_ body: @escaping @Sendable (inout CacheIndex) -> (@Sendable () -> Void)?) {
    state.withLock { state in
      guard state.index.capacity > 0 else { return }
      if state.index.isLoaded, state.waitingCount == 0 {
        carryOut(body, &state.index)
      } else {
        state.waitingCount += 1
        queue.async { self.changeLater(body) }
      }
    }
  }

  private func changeLater(_ body: @escaping @Sendable (inout CacheIndex) -> (@Sendable () -> Void)?) {
    loadOnQueue()
    state.withLock { state in
      state.waitingCount -= 1
      carryOut(body, &state.index)
    }
  }

  /// Under the lock.
  private func carryOut(_ body: (inout CacheIndex) -> (@Sendable () -> Void)?, _ index: inout CacheIndex) {
    let work = body(&index)
    removeUnwanted(&index)
    if let work { queue.async(execute: work) }
  }

  /// On the queue. A record that goes meanwhile has its file removed behind this.
  private func write(_ file: CacheFile, number: UInt64) {
    let key = file.head.key
    guard let name = state.withLock({ $0.index.name(number, of: key) }) else { return }
    let bytes = try? file.encoded()
    let draft = bytes.flatMap(folder.writeDraft)
    let isWritten = draft.map { folder.rename($0, to: name) } ?? false
    modify { $0.wrote(number, of: key, size: isWritten ? bytes?.count : nil) }
  }
}
