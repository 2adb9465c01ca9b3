import Dispatch
import Foundation
import FoundationNetworking
import Synchronization

/// The stored responses that are on disk: a file for each in one folder, and in memory an index of them.
///
/// The folder is read when something is looked for first. Files are written on a queue, under another name first, so that
/// one that has its own is whole; one that is not what was written is removed when it is read. Processes that share a
/// folder find what the others have stored when they are started again.
final class CacheFiles: Sendable {
  /// What may wait to be written, in bytes; what comes then is not written.
  static let maximalPendingBytes = 32 << 20

  struct Record {
    let name: String
    let names: [String]
    let selection: String
    let storedAt: Date
    let number: UInt64
    var size: Int
    var lastUse: Date
    /// The response until it is in its file.
    var pending: CachedURLResponse?
  }

  struct State {
    var capacity: Int
    var isLoaded = false
    var records: [CacheKey: [Record]] = [:]
    var usage = 0
    var pendingBytes = 0
    var lastNumber: UInt64 = 0
  }

  let folder: CacheFolder
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "URLLoading.URLCache", qos: .utility)

  init(folder: String, capacity: Int) {
    self.folder = CacheFolder(path: folder)
    state = Mutex(State(capacity: max(0, capacity)))
  }

  var capacity: Int { state.withLock { $0.capacity } }

  var usage: Int { withIndex { $0.usage } ?? 0 }

  func setCapacity(_ capacity: Int) {
    state.withLock { state in
      if capacity <= 0, !state.isLoaded { load(&state) }
      state.capacity = max(0, capacity)
      if state.isLoaded { shrink(&state) }
    }
  }

  /// The response that a request selects; reads its file.
  func find(_ key: CacheKey, for request: URLRequest) -> CachedURLResponse? {
    let found = withIndex { state -> Record? in
      guard let records = state.records[key] else { return nil }
      let index = records.lastIndex { record in
        CacheFile.digest(of: Vary(names: record.names).selection(of: request)) == record.selection
      }
      guard let index else { return nil }
      state.records[key]?[index].lastUse = Date()
      return records[index]
    }
    guard let found, let record = found else { return nil }
    if let pending = record.pending { return pending }
    guard let file = folder.read(record.name).flatMap(CacheFile.init), file.head.key == key else {
      withIndex { remove(key, from: &$0) { $0.number == record.number } }
      return nil
    }
    folder.touch(record.name)
    return file.response
  }

  func store(_ response: CachedURLResponse, key: CacheKey, vary: Vary, selection: [String: String]) {
    guard capacity > 0 else { return }
    let file = CacheFile(response, key: key, vary: vary, selection: selection, storedAt: Date())
    let number = withIndex { state -> UInt64? in
      remove(key, from: &state) { $0.selection == file.head.selection }
      guard response.data.count <= state.capacity / 20, state.pendingBytes <= Self.maximalPendingBytes else {
        return nil
      }
      return add(response, for: file.head, to: &state)
    }
    guard case .some(let added) = number, let added else { return }
    queue.async { self.write(file, number: added) }
  }

  func remove(_ key: CacheKey) { withIndex { remove(key, from: &$0) { _ in true } } }

  func remove(_ key: CacheKey, selection: [String: String]) {
    withIndex { state in
      guard state.records[key] != nil else { return }
      let digest = CacheFile.digest(of: selection)
      remove(key, from: &state) { $0.selection == digest }
    }
  }

  func remove(since date: Date) {
    withIndex { state in
      for key in Array(state.records.keys) { remove(key, from: &state) { $0.storedAt >= date } }
    }
  }

  func removeAll() { remove(since: .distantPast) }

  func flush() { queue.sync {} }

  func flush(then next: @escaping @Sendable () -> Void) { queue.async { next() } }
}

extension CacheFiles {
  /// Looks at the index or changes it; nothing where nothing is kept on disk.
  @discardableResult
  private func withIndex<Result>(_ body: (inout State) -> Result) -> Result? {
    state.withLock { state in
      guard state.capacity > 0 else { return nil }
      if !state.isLoaded { load(&state) }
      return body(&state)
    }
  }

  private func load(_ state: inout State) {
    state.isLoaded = true
    for file in folder.files() {
      state.lastNumber += 1
      let record = Record(
        name: file.name, names: file.head.names, selection: file.head.selection, storedAt: file.head.storedAt,
        number: state.lastNumber, size: file.size, lastUse: file.lastUse)
      state.records[file.head.key, default: []].append(record)
      state.usage += record.size
    }
    shrink(&state)
  }

  private func add(_ response: CachedURLResponse, for head: CacheFile.Head, to state: inout State) -> UInt64 {
    if let others = state.records[head.key], others.count >= CacheMemory.maximalVariantCount, let oldest = others.first
    {
      remove(head.key, from: &state) { $0.number == oldest.number }
    }
    state.lastNumber += 1
    let record = Record(
      name: CacheFile.name(key: head.key, selection: head.selection), names: head.names, selection: head.selection,
      storedAt: head.storedAt, number: state.lastNumber, size: response.data.count, lastUse: head.storedAt,
      pending: response)
    state.records[head.key, default: []].append(record)
    state.usage += record.size
    state.pendingBytes += record.size
    shrink(&state)
    return record.number
  }

  private func remove(_ key: CacheKey, from state: inout State, where isUnwanted: (Record) -> Bool) {
    guard let records = state.records[key] else { return }
    let unwanted = records.filter(isUnwanted)
    guard !unwanted.isEmpty else { return }
    let kept = records.filter { !isUnwanted($0) }
    state.records[key] = kept.isEmpty ? nil : kept
    for record in unwanted { forget(record, from: &state) }
  }

  private func forget(_ record: Record, from state: inout State) {
    state.usage -= record.size
    if record.pending != nil { state.pendingBytes -= record.size } else { folder.remove(record.name) }
  }

  /// Makes room for some more than is needed, so that it is not done for each response anew.
  private func shrink(_ state: inout State) {
    guard state.usage > state.capacity else { return }
    let all = state.records.flatMap { key, records in records.map { (key, $0) } }
    for (key, record) in all.sorted(by: { $0.1.lastUse < $1.1.lastUse }) {
      if state.usage <= state.capacity - state.capacity / 8 { break }
      remove(key, from: &state) { $0.number == record.number }
    }
  }

  /// On the queue. A record that went in the meantime leaves no file.
  private func write(_ file: CacheFile, number: UInt64) {
    let bytes = try? file.encoded()
    let draft = bytes.flatMap(folder.writeDraft)
    state.withLock { state in
      let records = state.records[file.head.key] ?? []
      guard let index = records.firstIndex(where: { $0.number == number }) else {
        if let draft { folder.remove(draft) }
        return
      }
      let record = records[index]
      state.pendingBytes -= record.size
      guard let bytes, let draft, folder.rename(draft, to: record.name) else {
        state.records[file.head.key]?.remove(at: index)
        state.usage -= record.size
        return
      }
      state.usage += bytes.count - record.size
      state.records[file.head.key]?[index].size = bytes.count
      state.records[file.head.key]?[index].pending = nil
      shrink(&state)
    }
  }
}
