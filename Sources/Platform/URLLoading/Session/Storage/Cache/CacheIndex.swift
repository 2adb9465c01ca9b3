// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The index of the responses that a cache has on disk, or will have in a moment. A value type: its owner guards it,
/// and changes the files accordingly.
struct CacheIndex {
  /// The number of bytes that may wait to be written, 32 MiB; while more wait, further responses are not written.
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

  private(set) var capacity: Int
  private(set) var usage = 0
  /// `true` once the folder has been read.
  private(set) var isLoaded = false
  private var records: [CacheKey: [Record]] = [:]
  private var pendingBytes = 0
  private var lastNumber: UInt64 = 0
  private var unwanted: [String] = []

  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The names of the files that nothing refers to any more, once.
  mutating func takeUnwanted() -> [String] {
    defer { unwanted = [] }
    return unwanted
  }

  mutating func setCapacity(_ capacity: Int) {
    self.capacity = max(0, capacity)
    shrink()
  }

  /// Takes up the files that are there, once.
  mutating func load(_ files: [CacheFolder.File]) {
    guard !isLoaded else { return }
    isLoaded = true
    for file in files {
      lastNumber += 1
      let record = Record(
        name: file.name, names: file.head.names, selection: file.head.selection, storedAt: file.head.storedAt,
        number: lastNumber, size: file.size, lastUse: file.lastUse)
      records[file.head.key, default: []].append(record)
      usage += record.size
    }
    shrink()
  }

  func has(_ key: CacheKey) -> Bool { records[key] != nil }

  /// The record that a request selects, which is used by that.
  mutating func find(_ key: CacheKey, for request: URLRequest) -> Record? {
    guard let candidates = records[key] else { return nil }
    let index = candidates.lastIndex { record in
      CacheFile.digest(of: Vary(names: record.names).selection(of: request)) == record.selection
    }
    guard let index else { return nil }
    records[key]?[index].lastUse = Date()
    return candidates[index]
  }

  /// Takes a response in place of one that the same requests select; gives the number under which it is to be written,
  /// if it is.
  mutating func add(_ response: CachedURLResponse, for head: CacheFile.Head) -> UInt64? {
    remove(head.key) { $0.selection == head.selection }
    guard response.data.count <= capacity / 20, pendingBytes <= Self.maximalPendingBytes else { return nil }
    if let others = records[head.key], others.count >= CacheMemory.maximalVariantCount, let oldest = others.first {
      remove(head.key) { $0.number == oldest.number }
    }
    lastNumber += 1
    let record = Record(
      name: CacheFile.name(key: head.key, selection: head.selection), names: head.names, selection: head.selection,
      storedAt: head.storedAt, number: lastNumber, size: response.data.count, lastUse: head.storedAt,
      pending: response)
    records[head.key, default: []].append(record)
    usage += record.size
    pendingBytes += record.size
    shrink()
    return record.number
  }

  /// The name under which a response is to be written, unless it has gone meanwhile.
  func name(_ number: UInt64, of key: CacheKey) -> String? { records[key]?.first { $0.number == number }?.name }

  /// A response is in its file of so many bytes; `nil` where that could not be written.
  mutating func wrote(_ number: UInt64, of key: CacheKey, size: Int?) {
    guard let index = records[key]?.firstIndex(where: { $0.number == number }), let record = records[key]?[index] else {
      return
    }
    guard let size else { return remove(key) { $0.number == number } }
    pendingBytes -= record.size
    usage += size - record.size
    records[key]?[index].size = size
    records[key]?[index].pending = nil
    shrink()
  }

  mutating func remove(_ key: CacheKey, where isUnwanted: (Record) -> Bool = { _ in true }) {
    guard let candidates = records[key] else { return }
    let gone = candidates.filter(isUnwanted)
    guard !gone.isEmpty else { return }
    let kept = candidates.filter { !isUnwanted($0) }
    records[key] = kept.isEmpty ? nil : kept
    for record in gone {
      usage -= record.size
      if record.pending != nil { pendingBytes -= record.size }
      unwanted.append(record.name)
    }
  }

  mutating func remove(since date: Date) {
    for key in Array(records.keys) { remove(key) { $0.storedAt >= date } }
  }

  /// Makes room for some more than is needed, so that it is not done for each response anew.
  private mutating func shrink() {
    guard usage > capacity else { return }
    let all = records.flatMap { key, records in records.map { (key, $0) } }
    for (key, record) in all.sorted(by: { $0.1.lastUse < $1.1.lastUse }) {
      if usage <= capacity - capacity / 8 { break }
      remove(key) { $0.number == record.number }
    }
  }
}
