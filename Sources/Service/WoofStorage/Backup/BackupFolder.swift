// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import WoofModel
internal import WoofSQLite

/// A whole backup in a folder.
package struct BackupFolder: BlobFiles {
  /// The folder, for messages.
  package let path: String
  /// The manifest, which describes the backup's content.
  package let manifest: BackupManifest
  /// The file system of the folder.
  package let files: any FileSystem
  private let held: HeldPath?
  /// The path at which the backup is read: through the held folder, if there is one.
  private var location: String { held?.location ?? path }

  /// Opens the backup that is meant.
  ///
  /// - Parameters:
  ///   - path: A folder that is a backup, or that holds several.
  ///   - point: The choice among several: its name, or the newest moment that it may show; `nil` for the newest.
  /// - Throws: ``StorageError`` with the code `damaged-backup` where there is none or it is not whole, `newer-schema` where it is one of
  ///   a newer release, or `inaccessible`.
  package static func chosen(
    at path: String, point: String?, in files: any FileSystem = SystemFileSystem()
  ) throws(StorageError) -> BackupFolder {
    let path = DataFolder.absolute(path)
    do {
      let backup = try BackupChoice(path: path, point: point, files: files).backup()
      let newest = Schema.migrations.last?.version ?? 0
      guard backup.manifest.schemaVersion <= newest else {
        throw StorageError.newerSchema(backup.manifest.schemaVersion, expected: newest)
      }
      return backup
    } catch {
      throw StorageError("\(path) cannot be restored", error)
    }
  }

  /// Opens the backup in a folder that is held, so that it stays the same one.
  ///
  /// - Throws: As ``init(at:in:)``.
  init(in held: HeldPath, in files: any FileSystem) throws(StorageError) {
    try self.init(at: held.path, held, in: files)
  }

  /// Opens a backup.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup` where it is not whole, or says so of itself that it was
  ///   changed; `inaccessible`.
  init(at path: String, in files: any FileSystem) throws(StorageError) { try self.init(at: path, nil, in: files) }

  private init(at path: String, _ held: HeldPath?, in files: any FileSystem) throws(StorageError) {
    self.path = path
    self.held = held
    self.files = files
    let location = held?.location ?? path
    do {
      guard let text = try files.bytes(ofFileAt: "\(location)/\(BackupManifest.fileName)", limit: 64 << 20) else {
        throw StorageError(
          .damagedBackup, "\(path) is no whole backup: it has no \(BackupManifest.fileName), which is written last")
      }
      manifest = try BackupManifest(text)
      var reading = FileReading()
      let digest = try reading.digest(ofFileAt: "\(location)/\(BackupManifest.checksumsName)", in: files)
      guard digest == manifest.checksums else {
        throw StorageError(
          .damagedBackup, "\(path)/\(BackupManifest.checksumsName) is \(digest == nil ? "missing" : "changed")")
      }
    } catch {
      throw StorageError("\(path) cannot be read", held?.named(error) ?? error)
    }
  }

  /// Returns the path of a file of the backup.
  func path(of entry: BackupEntry) -> String { "\(location)/\(entry.path)" }

  /// Copies the records to where no file is, and compares them with their digest.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup`; ``FileSystemError``.
  package func copyRecords(to copy: String) throws {
    var records: BackupEntry?
    try forEachEntry { entry in
      if case .records = entry { records = entry }
    }
    var bad = BadFiles()
    if let records {
      var reading = FileReading()
      bad.note(
        records.path,
        try reading.copyFile(at: path(of: records), to: copy, expecting: records.digest, in: files) { _ in })
    } else {
      bad.note(BackupEntry.recordsPath, .missing)
    }
    try bad.requireNone(in: self)
  }

  /// The path of a blob's bytes.
  package func path(ofBlob digest: Digest) -> String { path(of: .blob(digest)) }

  /// The path of a blob from the folder of any backup.
  package static func relativePath(ofBlob digest: Digest) -> String { BackupEntry.blob(digest).path }

  /// Hands over all files.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup`; ``FileSystemError``, and what `body` throws.
  func forEachEntry(_ body: (BackupEntry) throws -> Void) throws {
    let list = "\(path)/\(BackupManifest.checksumsName)"
    guard let descriptor = try files.openFile(at: "\(location)/\(BackupManifest.checksumsName)") else {
      throw StorageError(.damagedBackup, "\(list) is missing")
    }
    defer { files.close(descriptor) }
    var reading = FileReading()
    var rest: [UInt8] = []
    try reading.read(descriptor) { part in
      part.withUnsafeBytes { rest.append(contentsOf: $0) }
      var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
      rest = Array(lines.popLast() ?? [])
      for line in lines { try body(try entry(String(decoding: line, as: UTF8.self))) }
    }
    guard rest.isEmpty else { throw StorageError(.damagedBackup, "\(list) has no end") }
  }

  private func entry(_ line: String) throws(StorageError) -> BackupEntry {
    guard let entry = BackupEntry(line: line) else {
      throw StorageError(.damagedBackup, "\(path)/\(BackupManifest.checksumsName) has a line that is none: \(line)")
    }
    return entry
  }
}

extension FileSystem {
  /// The bytes of a short file; `nil` where there is none.
  ///
  /// - Throws: ``FileSystemError``, with `EFBIG` where it is longer than the limit.
  func bytes(ofFileAt path: String, limit: Int) throws -> [UInt8]? {
    guard let descriptor = try openFile(at: path) else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var reading = FileReading()
    try reading.read(descriptor) { part in
      guard bytes.count + part.byteCount <= limit else { throw FileSystemError("read", path: path, number: EFBIG) }
      part.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
