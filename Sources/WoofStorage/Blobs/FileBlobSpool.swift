internal import Synchronization
internal import WoofCore
internal import WoofModel

/// Bytes on their way into the store, in a file of the spool.
final class FileBlobSpool: BlobSpool {
  private struct State {
    let descriptor: Int32
    var byteCount: Int64 = 0
    var writingOutCount: Int64 = 0
    var isOpen = true
    var isPlaced = false
  }

  /// How many bytes come together before the disk begins with them.
  private static let writeOutSize: Int64 = 512 * 1024

  private let path: String
  private let store: FileBlobStore
  private let state: Mutex<State>

  init(at path: String, in store: FileBlobStore) throws(FileSystemError) {
    self.path = path
    self.store = store
    state = Mutex(State(descriptor: try store.files.createFile(at: path)))
  }

  deinit { discard() }

  func append(_ bytes: RawSpan) throws {
    let files = store.files
    do {
      try state.withLock { state in
        guard state.isOpen else { throw Self.isOver }
        try bytes.withUnsafeBytes { try files.writeAll($0, to: state.descriptor) }
        state.byteCount += Int64(bytes.byteCount)
        Self.writeOutEarly(&state, files)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  /// Lets the disk work while more bytes come, so that little is left to wait for at the end.
  private static func writeOutEarly(_ state: inout State, _ files: any FileSystem) {
    let count = state.byteCount - state.writingOutCount
    guard count >= writeOutSize else { return }
    files.beginWritingOut(state.descriptor, from: state.writingOutCount, count: count)
    state.writingOutCount = state.byteCount
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
    if try files.byteCount(at: blob) != state.byteCount {
      try files.synchronizeFile(state.descriptor)
      state.isPlaced = try files.rename(path, to: blob)
    }
    // Also where the blob was there: whoever renamed it may not have come that far.
    try files.synchronizeFolder(at: store.layout.folder(of: digest))
  }

  /// Closes the file, and removes it where it has not been placed.
  private func discard() {
    let files = store.files
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      files.close(state.descriptor)
      // What cannot be removed is removed by the next start.
      if !state.isPlaced { try? files.remove(path) }
    }
  }

  private static var isOver: WoofError { WoofError(.internal, "These bytes have been placed already.") }
}
