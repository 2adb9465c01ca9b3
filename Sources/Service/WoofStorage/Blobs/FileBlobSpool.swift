// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Bytes on their way into the store, in a file of the spool.
final class FileBlobSpool: BlobSpool {
  private struct State {
    /// `nil` while the file rests.
    var descriptor: Int32?
    var byteCount: Int64 = 0
    var writingOutCount: Int64 = 0
    var isOpen = true
    var isPlaced = false
    /// The number of bytes that were on the disk at the last synchronization; `nil` if there was none.
    var safeByteCount: Int64?
  }

  /// The number of new bytes after which the disk begins to write them.
  private static let writeOutSize: Int64 = 512 * 1024

  private let path: String
  private let store: FileBlobStore
  private let isKept: Bool
  private let state: Mutex<State>

  /// Makes a file.
  ///
  /// - Parameter isKept: `true` if the file stays when the object goes; `false` by default.
  init(at path: String, in store: FileBlobStore, isKept: Bool = false) throws(FileSystemError) {
    self.path = path
    self.store = store
    self.isKept = isKept
    state = Mutex(State(descriptor: try store.files.createFile(at: path)))
  }

  /// Goes on with a file that is there, and stays when the object goes; `nil` where there is none.
  init?(continuing path: String, in store: FileBlobStore) throws(FileSystemError) {
    guard let descriptor = try store.files.openFileForAppending(at: path) else { return nil }
    self.path = path
    self.store = store
    isKept = true
    do throws(FileSystemError) {
      let byteCount = try store.files.byteCount(of: descriptor)
      state = Mutex(State(descriptor: descriptor, byteCount: byteCount, writingOutCount: byteCount))
    } catch {
      store.files.close(descriptor)
      throw error
    }
  }

  deinit { isKept ? close() : discard() }

  func append(_ bytes: RawSpan) throws {
    try store.requireRoom()
    let files = store.files
    do {
      try state.withLock { state in
        guard state.isOpen else { throw Self.isOver }
        let descriptor = try descriptor(of: &state)
        try bytes.withUnsafeBytes { try files.writeAll($0, to: descriptor) }
        state.byteCount += Int64(bytes.byteCount)
        Self.writeOutEarly(&state, descriptor, files)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  /// Waits until all bytes are on the disk; the file's name may not be there yet.
  func synchronize() throws(FileSystemError) {
    let files = store.files
    try state.withLock { (state) throws(FileSystemError) in
      guard state.isOpen, state.safeByteCount != state.byteCount else { return }
      try files.synchronizeFile(try descriptor(of: &state))
      state.safeByteCount = state.byteCount
    }
  }

  /// Hands over all bytes from the first on, part by part.
  func read(_ body: (RawSpan) throws -> Void) throws {
    do {
      try state.withLock { state in
        guard state.isOpen else { throw Self.isOver }
        var reading = FileReading()
        try reading.read(try descriptor(of: &state), body)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  /// Lets the disk work while more bytes come, so that little is left to wait for at the end.
  private static func writeOutEarly(_ state: inout State, _ descriptor: Int32, _ files: any FileSystem) {
    let count = state.byteCount - state.writingOutCount
    guard count >= writeOutSize else { return }
    files.beginWritingOut(descriptor, from: state.writingOutCount, count: count)
    state.writingOutCount = state.byteCount
  }

  func open() throws -> any BlobFile {
    do {
      return try state.withLock { state in
        guard state.isOpen, let file = try store.openFile(at: path) else { throw Self.isOver }
        return file
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String? {
    defer { discard() }
    do {
      return try state.withLock { state in
        guard state.isOpen else { throw Self.isOver }
        try store.files.synchronizeFile(try descriptor(of: &state))
        return try store.pictureQuarantine.take(
          path, byteCount: state.byteCount, as: digest, by: account, note: note)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  func place(as digest: Digest) throws -> any BlobHold {
    // Pinned before anybody looks whether the blob is there: from then on it cannot be collected.
    let pin = store.pins.pin(digest)
    defer { discard() }
    do {
      try state.withLock { state in
        guard state.isOpen else { throw Self.isOver }
        try place(&state, at: store.layout.path(of: digest), digest: digest)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
    return pin
  }

  private func place(_ state: inout State, at blob: String, digest: Digest) throws(FileSystemError) {
    let files = store.files
    // Also where the blob is there already, in whose place these same bytes come: what it takes to store them tells
    // nobody who else has them.
    try files.synchronizeFile(try descriptor(of: &state))
    state.isPlaced = try files.rename(path, to: blob)
    guard state.isPlaced else { throw FileSystemError("rename", path: path, number: ENOENT) }
    try files.synchronizeFolder(at: store.layout.folder(of: digest))
  }

  /// Closes the file until it is needed again; only for one that is kept.
  func rest() {
    let files = store.files
    state.withLock { state in
      guard isKept, state.isOpen, let descriptor = state.descriptor.take() else { return }
      files.close(descriptor)
    }
  }

  private func descriptor(of state: inout State) throws(FileSystemError) -> Int32 {
    if let descriptor = state.descriptor { return descriptor }
    guard let descriptor = try store.files.openFileForAppending(at: path) else {
      throw FileSystemError("open", path: path, number: ENOENT)
    }
    state.descriptor = descriptor
    return descriptor
  }

  private func close() {
    let files = store.files
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if let descriptor = state.descriptor { files.close(descriptor) }
    }
  }

  /// Closes the file, and removes it where it has not been placed.
  private func discard() {
    let files = store.files
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      if let descriptor = state.descriptor { files.close(descriptor) }
      // What cannot be removed is removed by the next start.
      if !state.isPlaced { try? files.remove(path) }
    }
  }

  private static var isOver: WoofError { WoofError(.internal, "These bytes have been placed already.") }
}
