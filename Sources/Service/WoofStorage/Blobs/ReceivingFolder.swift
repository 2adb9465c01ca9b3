// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofModel

/// A data folder into which stores are moved, and which no service uses meanwhile: a new one, or one whose stores were moved elsewhere.
///
/// What has been taken stays, so that who goes on with it fetches nothing twice.
package struct ReceivingFolder: Sendable {
  /// The folder, locked.
  package let folder: DataFolder
  private let layout: BlobLayout

  /// Opens a folder, which is made where there is none, and takes away what was on its way into it.
  ///
  /// - Throws: ``StorageError`` with the code `not-empty` where a service may use the folder, or it holds something else;
  ///   `half-restored`, `in-use` or `inaccessible`.
  package init(at path: String) throws(StorageError) {
    folder = try DataFolder.openForReceiving(at: path, files: SystemFileSystem())
    layout = BlobLayout(root: folder.blobsPath)
    do {
      try BlobFolders.make(layout, in: folder.files)
      try folder.files.makeDurableFolder(at: folder.spoolPath)
      for name in try folder.files.names(in: folder.spoolPath) {
        try folder.files.remove("\(folder.spoolPath)/\(name)")
      }
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  /// The path of the records, whether they are there or not.
  package var recordsPath: String { folder.databasePath }

  /// `true` if a blob is there.
  ///
  /// - Throws: ``FileSystemError``.
  package func has(_ blob: NeededBlob) throws(FileSystemError) -> Bool {
    try folder.files.byteCount(at: layout.path(of: blob.digest)) == blob.byteCount
  }

  /// The path of a file in which a blob can be made before ``take(_:)``.
  package func spoolPath(of digest: Digest) -> String { "\(folder.spoolPath)/\(digest.hexadecimal)" }

  /// Takes in a blob whose bytes are in its file of the spool; when this returns, a loss of power takes nothing back. Blocks.
  ///
  /// - Throws: ``FileSystemError``.
  package func take(_ digest: Digest) throws(FileSystemError) {
    let (files, path) = (folder.files, spoolPath(of: digest))
    guard let descriptor = try files.openFileForAppending(at: path) else {
      throw FileSystemError("open", path: path, number: ENOENT)
    }
    defer { files.close(descriptor) }
    try files.synchronizeFile(descriptor)
    _ = try files.rename(path, to: layout.path(of: digest))
    try files.synchronizeFolder(at: layout.folder(of: digest))
  }

  /// Gives the folder up, as it is.
  package func close() { folder.close() }
}
