// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCore
import WoofModel

/// A blob store that keeps everything in memory, and knows what is held.
final class MemoryBlobStore: BlobStore {
  fileprivate struct State {
    var blobs: [Digest: [UInt8]] = [:]
    var spoolCount = 0
    var holdCount = 0
    var securedCount = 0
    var isElsewhere = false
    var byteLimit = Int.max
    var quarantine: [Digest: (bytes: [UInt8], note: String)] = [:]
  }

  fileprivate let state = Mutex(State())

  /// The digests of the blobs that were placed.
  var digests: Set<Digest> { state.withLock { Set($0.blobs.keys) } }

  /// The notes of the pictures that are kept apart.
  var quarantineNotes: [Digest: String] { state.withLock { $0.quarantine.mapValues(\.note) } }

  /// How many spools are there.
  var spoolCount: Int { state.withLock(\.spoolCount) }

  /// How many holds are there.
  var holdCount: Int { state.withLock(\.holdCount) }

  /// The number of times that a hold has been secured.
  var securedCount: Int { state.withLock(\.securedCount) }

  /// Moves all blobs to another machine.
  func moveElsewhere() { state.withLock { $0.isElsewhere = true } }

  /// Lets spools of more bytes fail as on a full disk.
  func limitSpools(to byteCount: Int) { state.withLock { $0.byteLimit = byteCount } }

  /// Loses a blob.
  func lose(_ digest: Digest) { state.withLock { $0.blobs[digest] = nil } }

  func makeSpool() throws -> any BlobSpool { MemorySpool(self) }

  func open(_ digest: Digest) throws -> (any BlobFile)? {
    state.withLock(\.isElsewhere) ? nil : try file(of: digest)
  }

  func fetch(_ digest: Digest) async throws -> (any BlobFile)? { try file(of: digest) }

  private func file(of digest: Digest) throws -> (any BlobFile)? {
    try state.withLock { $0.blobs[digest] }.map { try MemoryBlobFile($0) }
  }

  func hold(_ digest: Digest) throws -> (any BlobHold)? {
    state.withLock { $0.blobs[digest] } == nil ? nil : MemoryHold(self)
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

  func open() throws -> any BlobFile { try MemoryBlobFile(bytes.withLock(\.self)) }

  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String? {
    let bytes = bytes.withLock(\.self)
    store.state.withLock { $0.quarantine[digest] = (bytes, note) }
    return "quarantine/\(digest.hexadecimal)"
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

  func secure() async throws { store.state.withLock { $0.securedCount += 1 } }
}

final class MemoryBlobFile: BlobFile {
  let descriptor: Int32
  let byteCount: Int64

  init(_ bytes: [UInt8]) throws {
    var path = Array("/tmp/woof-blob-XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw WoofError(.internal, "There is no room for a file.") }
    unlink(path)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw WoofError(.internal, "There is no room for a file's bytes.")
    }
    byteCount = Int64(bytes.count)
  }

  deinit { close(descriptor) }
}
