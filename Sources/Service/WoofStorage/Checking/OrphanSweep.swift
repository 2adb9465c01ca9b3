// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Looks through all blobs for such as no record knows: those of uploads that died between placing their bytes and
/// recording their photo. One folder at a time, so that nobody notices.
struct OrphanSweep {
  private let store: FileBlobStore
  private var folders: [String]
  private var subfolders: [String] = []

  /// Starts a sweep.
  init(of store: FileBlobStore) throws(FileSystemError) {
    self.store = store
    folders = try store.files.names(in: store.layout.root).map { "\(store.layout.root)/\($0)" }
  }

  /// Looks through the next folder.
  ///
  /// - Returns: The number of blobs that were removed, none of a folder where a backup or a check needs all of them;
  ///   `nil` at the end.
  mutating func step(_ ledger: BlobLedger) throws -> Int? {
    while subfolders.isEmpty {
      guard let folder = folders.popLast() else { return nil }
      subfolders = try store.files.names(in: folder).map { "\(folder)/\($0)" }
    }
    let subfolder = subfolders.removeLast()
    return try store.removalLock.unlessHeld { try removeOrphans(in: subfolder, ledger) } ?? 0
  }

  private func removeOrphans(in subfolder: String, _ ledger: BlobLedger) throws -> Int {
    var count = 0
    for digest in try store.files.names(in: subfolder).compactMap({ BlobLayout.digest(of: $0) }) {
      guard try !ledger.isKnown(digest) else { continue }
      // Asked again when it can no longer be pinned: its photo may have been recorded meanwhile.
      if try store.remove(digest, unless: { try ledger.isKnown(digest) }) { count += 1 }
    }
    return count
  }
}
