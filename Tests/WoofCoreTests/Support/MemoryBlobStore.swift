import Synchronization
import WoofCore
import WoofModel

/// A blob store that keeps everything in memory, and knows what is held.
final class MemoryBlobStore: BlobStore {
  fileprivate struct State {
    var blobs: [Digest: [UInt8]] = [:]
    var spoolCount = 0
    var holdCount = 0
    var byteLimit = Int.max
  }

  fileprivate let state = Mutex(State())

  /// The digests of the blobs that were placed.
  var digests: Set<Digest> { state.withLock { Set($0.blobs.keys) } }

  /// How many spools are there.
  var spoolCount: Int { state.withLock(\.spoolCount) }

  /// How many holds are there.
  var holdCount: Int { state.withLock(\.holdCount) }

  /// Lets spools of more bytes fail as on a full disk.
  func limitSpools(to byteCount: Int) { state.withLock { $0.byteLimit = byteCount } }

  /// Loses a blob.
  func lose(_ digest: Digest) { state.withLock { $0.blobs[digest] = nil } }

  func makeSpool() throws -> any BlobSpool { MemorySpool(self) }

  func open(_ digest: Digest) throws -> (any BlobFile)? {
    state.withLock { $0.blobs[digest] }.map { MemoryBlobFile(byteCount: Int64($0.count)) }
  }
}

private final class MemorySpool: BlobSpool {
  private let store: MemoryBlobStore
  private let bytes = Mutex<[UInt8]>([])

  init(_ store: MemoryBlobStore) {
    self.store = store
    store.state.withLock { $0.spoolCount += 1 }
  }

  deinit { store.state.withLock { $0.spoolCount -= 1 } }

  func append(_ run: RawSpan) throws {
    let limit = store.state.withLock(\.byteLimit)
    try bytes.withLock { bytes in
      guard bytes.count + run.byteCount <= limit else { throw WoofError(.insufficientStorage, "The disk is full.") }
      run.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  func place(as digest: Digest) throws -> any BlobHold {
    let bytes = bytes.withLock(\.self)
    store.state.withLock { $0.blobs[digest] = bytes }
    return MemoryHold(store)
  }
}

private final class MemoryHold: BlobHold {
  private let store: MemoryBlobStore

  init(_ store: MemoryBlobStore) {
    self.store = store
    store.state.withLock { $0.holdCount += 1 }
  }

  deinit { store.state.withLock { $0.holdCount -= 1 } }
}

private final class MemoryBlobFile: BlobFile {
  let descriptor: Int32 = -1
  let byteCount: Int64

  init(byteCount: Int64) { self.byteCount = byteCount }
}
