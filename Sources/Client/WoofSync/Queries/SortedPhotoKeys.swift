// SPDX-License-Identifier: Apache-2.0

/// The keys of a list in its order, in chunks, so that one is added or removed without the others being moved, and copies
/// share what they have in common.
struct SortedPhotoKeys: Sendable, Hashable {
  private static let chunkLimit = 1024

  /// Chunks of keys, from the greatest to the smallest; none is empty.
  private var chunks: [[PhotoKey]] = []
  private(set) var count = 0

  init() {}

  /// Takes keys that are in order.
  init(sorted keys: [PhotoKey]) {
    count = keys.count
    // Half full, so that there is room for more.
    let size = Self.chunkLimit / 2
    chunks = stride(from: 0, to: keys.count, by: size).map { Array(keys[$0..<min($0 + size, keys.count)]) }
  }

  /// The key at a place from 0 to one less than the count.
  subscript(index: Int) -> PhotoKey {
    var rest = index
    for chunk in chunks {
      if rest < chunk.count { return chunk[rest] }
      rest -= chunk.count
    }
    preconditionFailure("the index \(index) is not in a list of \(count) photos")
  }

  /// The keys of a range of places.
  func keys(in range: Range<Int>) -> [PhotoKey] {
    var keys: [PhotoKey] = []
    var start = 0
    for chunk in chunks where keys.count < range.count {
      let end = start + chunk.count
      if end > range.lowerBound, start < range.upperBound {
        keys += chunk[max(0, range.lowerBound - start)..<min(chunk.count, range.upperBound - start)]
      }
      start = end
    }
    return keys
  }

  /// The place of a key; `nil` where it is not there.
  func index(of key: PhotoKey) -> Int? {
    guard let (chunk, offset) = position(of: key), chunks[chunk][offset] == key else { return nil }
    return start(of: chunk) + offset
  }

  /// Adds a key.
  ///
  /// - Returns: Its place; `nil` where it was there.
  mutating func insert(_ key: PhotoKey) -> Int? {
    guard !chunks.isEmpty else {
      chunks = [[key]]
      count = 1
      return 0
    }
    var (chunk, offset) = position(of: key) ?? (chunks.count - 1, chunks[chunks.count - 1].count)
    if offset < chunks[chunk].count, chunks[chunk][offset] == key { return nil }
    let place = start(of: chunk) + offset
    if chunks[chunk].count >= Self.chunkLimit {
      let half = chunks[chunk].count / 2
      chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
      chunks[chunk].removeSubrange(half...)
      if offset > half { (chunk, offset) = (chunk + 1, offset - half) }
    }
    chunks[chunk].insert(key, at: offset)
    count += 1
    return place
  }

  /// Removes a key.
  ///
  /// - Returns: The place that it had; `nil` where it was not there.
  mutating func remove(_ key: PhotoKey) -> Int? {
    guard let (chunk, offset) = position(of: key), chunks[chunk][offset] == key else { return nil }
    let place = start(of: chunk) + offset
    chunks[chunk].remove(at: offset)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    count -= 1
    return place
  }

  private func start(of chunk: Int) -> Int { chunks[..<chunk].reduce(0) { $0 + $1.count } }

  /// The first place whose key is not greater than a key; `nil` where all are.
  private func position(of key: PhotoKey) -> (chunk: Int, offset: Int)? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if let last = chunks[middle].last, last > key { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.count else { return nil }
    let chunk = low
    (low, high) = (0, chunks[chunk].count)
    while low < high {
      let middle = (low + high) / 2
      if chunks[chunk][middle] > key { low = middle + 1 } else { high = middle }
    }
    return (chunk, low)
  }
}
