// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The quarantine for damaged blobs, which are not served. Requests for their photos fail until the bytes come back, by
/// a repair from a backup or because somebody uploads them again.
struct BlobQuarantine: Sendable {
  private let folder: String
  private let spool: String
  private let layout: BlobLayout
  private let files: any FileSystem

  init(in folder: DataFolder) {
    self.folder = folder.quarantinePath
    spool = folder.spoolPath
    layout = BlobLayout(root: folder.blobsPath)
    files = folder.files
  }

  /// Returns the path of a blob in the quarantine.
  func path(of digest: Digest) -> String { "\(folder)/\(digest.hexadecimal)" }

  /// Returns `true` if the quarantine holds a blob.
  func has(_ digest: Digest) throws(FileSystemError) -> Bool { try files.byteCount(at: path(of: digest)) != nil }

  /// Moves a damaged blob aside.
  ///
  /// Services keep files open. So what is kept is a copy, and the file itself is emptied once its name is gone: a response
  /// that is made of it fails instead of giving damaged bytes. Without room for a copy, the file itself is moved.
  ///
  /// - Parameters:
  ///   - photos: The photos whose bytes they are, for the note beside them.
  ///   - withdraw: Lets the name be taken away, or does not.
  /// - Returns: `true` if it was moved.
  func take(
    _ digest: Digest, of photos: [PhotoID], withdraw: (() throws -> Bool) throws -> Bool = { try $0() }
  ) throws -> Bool {
    try files.makeDurableFolder(at: folder)
    let hasCopy = try copy(digest)
    let grave = hasCopy ? "\(spool)/damaged-\(digest.hexadecimal)" : path(of: digest)
    let isGone = try withdraw { try files.rename(layout.path(of: digest), to: grave) }
    guard isGone else { return false }
    note(digest, of: photos)
    try files.synchronizeFolder(at: layout.folder(of: digest))
    try files.synchronizeFolder(at: folder)
    if hasCopy {
      try files.cut(grave, to: 0)
      try files.remove(grave)
    }
    return true
  }

  /// Notes what happened; where that fails the bytes stand alone, as they have to be withdrawn all the same.
  private func note(_ digest: Digest, of photos: [PhotoID]) {
    let owners = photos.isEmpty ? "" : ": they are of photo \(photos.map(\.description).joined(separator: ", "))"
    let note = QuarantineNote(of: digest, .damage, in: folder, files: files)
    do throws(FileSystemError) {
      try note.write("the bytes have changed on the disk\(owners)")
    } catch {
      try? note.remove()
    }
  }

  /// Copies a blob.
  ///
  /// - Returns: `true` if there is a copy: not without room for one.
  private func copy(_ digest: Digest) throws -> Bool {
    guard let source = try files.openFile(at: layout.path(of: digest)) else { return false }
    defer { files.close(source) }
    let temporary = "\(folder)/\(digest.hexadecimal).part"
    try files.remove(temporary)
    do {
      let target = try files.createFile(at: temporary)
      defer { files.close(target) }
      var reading = FileReading()
      _ = try reading.copy(source, to: target, in: files)
      try files.synchronizeFile(target)
      return try files.rename(temporary, to: path(of: digest))
    } catch let error as FileSystemError where error.isOutOfSpace {
      try files.remove(temporary)
      return false
    }
  }
}
