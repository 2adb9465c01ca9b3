// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSystem

/// Writes a backup into a folder. Until it is whole, the folder has another name and no manifest.
final class BackupFolderSink: BackupSink {
  private let target: String
  /// The folder that the backup is to stand in, and the name that it gets there when it is whole.
  private let parent: HeldPath
  private let name: String
  /// The folder that it is made in.
  private let partial: HeldPath
  private let earlier: BackupFolder?
  private let files: any FileSystem
  private let lock: FolderLock
  private let checksums: BackupFile
  private let layout: BlobLayout
  private var reading = FileReading()
  private var isFinished = false

  /// Makes the folder, and removes what a backup that broke off has left of it.
  ///
  /// - Parameters:
  ///   - target: A path at which nothing is yet, outside of the stores.
  ///   - source: The stores.
  ///   - earlier: A whole backup whose blobs need not be copied again.
  /// - Throws: ``StorageError`` with the code `not-empty`, `misplaced` where the target lies in the data folder, or
  ///   `in-use` where another process writes the same backup; ``FileSystemError``.
  init(at target: HeldPath, of source: any BackupSource, since earlier: BackupFolder?) throws {
    try source.requireOutside(target)
    guard let place = target.parent else { throw StorageError.backupExists(target.path) }
    let files = source.files
    self.target = target.path
    self.earlier = earlier
    self.files = files
    name = place.name
    parent = try place.folder.makeFolder(in: files)
    guard try files.byteCount(at: "\(parent.location)/\(name)") == nil else {
      throw StorageError.backupExists(target.path)
    }
    partial = try parent.appending("\(name).partial").makeFolder(in: files)
    // A name may lead elsewhere by now.
    try source.requireOutside(partial)
    do throws(FolderLock.Failure) {
      lock = try FolderLock(at: "\(partial.location)/lock")
    } catch {
      switch error {
      case .taken: throw StorageError(.inUse, "another process writes the backup \(target.path)", cause: error)
      case .system(let failure):
        throw FileSystemError(failure.call, path: "\(partial.location)/lock", number: failure.number)
      }
    }
    try FolderTree(path: partial.location, files: files).removeContents(keeping: ["lock"])
    layout = BlobLayout(root: "\(partial.location)/blobs")
    try layout.makeFolders(in: files)
    checksums = try BackupFile(at: "\(partial.location)/\(BackupManifest.checksumsName)", in: files)
  }

  deinit {
    guard !isFinished else { return }
    // What cannot be removed is no backup either, and is removed by the next one of this name.
    try? FolderTree(path: partial.location, files: files).removeContents()
    try? files.removeFolder(at: "\(parent.location)/\(name).partial")
  }

  var recordsPath: String { "\(partial.location)/\(BackupEntry.recordsPath)" }

  func named(_ error: any Error) -> any Error { partial.named(parent.named(error)) }

  func takeRecords() throws -> (digest: Digest, byteCount: Int64) {
    guard let digest = try reading.digest(ofFileAt: recordsPath, in: files),
      let byteCount = try files.byteCount(at: recordsPath)
    else { throw StorageError(.inaccessible, "\(partial.path)/\(BackupEntry.recordsPath) is gone") }
    try checksums.append(BackupEntry.records(digest).line)
    return (digest, byteCount)
  }

  func wanted(among blobs: [NeededBlob]) throws -> [NeededBlob] {
    try blobs.filter { blob in try !isInEarlier(blob) }
  }

  func takeBlob(
    _ blob: NeededBlob, from path: () throws -> String?, note: (Int) throws -> Void
  ) throws -> BlobOrigin? {
    let copy = layout.path(of: blob.digest)
    let origin = try linkEarlier(blob, to: copy, note: note) ?? copyBlob(blob, from: path, to: copy, note: note)
    if origin != nil { try checksums.append(BackupEntry.blob(blob.digest).line) }
    return origin
  }

  private func isInEarlier(_ blob: NeededBlob) throws -> Bool {
    guard let path = earlier?.path(of: .blob(blob.digest)) else { return false }
    return try files.byteCount(at: path) == blob.byteCount
  }

  private func linkEarlier(
    _ blob: NeededBlob, to copy: String, note: (Int) throws -> Void
  ) throws -> BlobOrigin? {
    guard let path = earlier?.path(of: .blob(blob.digest)), try isInEarlier(blob), try files.link(path, to: copy) else {
      return nil
    }
    try note(Int(clamping: blob.byteCount))
    return .linked
  }

  private func copyBlob(
    _ blob: NeededBlob, from path: () throws -> String?, to copy: String, note: (Int) throws -> Void
  ) throws -> BlobOrigin? {
    func isCopied(from path: String?) throws -> Bool {
      guard let path else { return false }
      return try reading.copyFile(at: path, to: copy, expecting: blob.digest, in: files, note: note) == .copied
    }
    if try isCopied(from: path()) { return .copied }
    return try isCopied(from: earlier?.path(of: .blob(blob.digest))) ? .copied : nil
  }

  func finish(_ manifest: (Digest) -> BackupManifest) throws {
    let digest = try checksums.finish()
    // The manifest says that everything else is there, so everything else is made safe before it is written.
    try files.synchronizeAll(below: partial.location)
    let file = try BackupFile(at: "\(partial.location)/\(BackupManifest.fileName)", in: files)
    try file.append(manifest(digest).text)
    _ = try file.finish()
    try files.synchronizeAll(below: partial.location)
    guard try files.rename("\(parent.location)/\(name).partial", to: "\(parent.location)/\(name)") else {
      throw StorageError(.inaccessible, "\(partial.path) is gone")
    }
    isFinished = true
    // Not before: whoever begins a backup of this name takes what has no lock for one that broke off.
    try files.remove("\(partial.location)/lock")
    try files.synchronizeFolder(at: parent.location)
  }
}

extension BlobLayout {
  /// Makes all folders, without waiting until they are on the disk.
  func makeFolders(in files: any FileSystem) throws(FileSystemError) {
    _ = try files.makeFolder(at: root)
    for (folder, names) in folders {
      _ = try files.makeFolder(at: folder)
      for name in names { _ = try files.makeFolder(at: "\(folder)/\(name)") }
    }
  }
}

extension StorageError {
  static func backupExists(_ path: String) -> StorageError {
    StorageError(.notEmpty, "\(path) is there already; a backup goes into a new folder")
  }
}
