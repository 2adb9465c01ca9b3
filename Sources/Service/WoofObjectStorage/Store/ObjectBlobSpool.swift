// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofS3
internal import WoofSystem

/// Bytes on their way to the bucket, in a file of this node. Nothing is synced: what is acknowledged is in the bucket.
final class ObjectBlobSpool: BlobSpool {
  private struct State {
    /// `nil` when the bytes have been placed, set aside or thrown away.
    var file: SpooledFile.Writing?
    var byteCount: Int64 = 0
  }

  private let path: String
  private let store: ObjectBlobStore
  private let state: Mutex<State>

  init(in store: ObjectBlobStore) throws {
    self.store = store
    let path = store.folder.nextSpoolPath()
    self.path = path
    do {
      state = Mutex(State(file: try SpooledFile.Writing(path)))
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  func append(_ bytes: RawSpan) throws {
    try state.withLock { state in
      guard let file = state.file else { throw Self.isOver }
      do { try file.append(bytes) } catch { throw ObjectStorageFailure.whileWriting(error) }
      state.byteCount += Int64(bytes.byteCount)
    }
  }

  func open() throws -> any BlobFile {
    try state.withLock { state in
      guard state.file != nil else { throw Self.isOver }
      do { return try SpooledFile(reading: path) } catch { throw ObjectStorageFailure.whileWriting(error) }
    }
  }

  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String? {
    try state.withLock { state in
      // Where it was moved, there is nothing left to remove; otherwise it goes with this.
      guard let file = state.file.take() else { throw Self.isOver }
      defer { withExtendedLifetime(file) {} }
      return try store.settings.quarantine?(path, state.byteCount, digest, account, note)
    }
  }

  func place(as digest: Digest) throws -> any BlobHold {
    let placedPath = store.folder.nextPlacedPath()
    let byteCount = try state.withLock { state in
      guard let file = state.file else { throw Self.isOver }
      do {
        _ = try SystemCall.check("rename") { rename(path, placedPath) }
      } catch {
        throw ObjectStorageFailure.whileWriting(error)
      }
      file.keep()
      state.file = nil
      return state.byteCount
    }
    // Reached by the hold whatever the cache lets go of.
    store.cache.admit(placedPath, as: [UInt8](digest.bytes))
    return PlacedBlobHold(digest, at: placedPath, byteCount: byteCount, in: store.objects)
  }

  private static var isOver: WoofError { WoofError(.internal, "These bytes have been placed already.") }
}
