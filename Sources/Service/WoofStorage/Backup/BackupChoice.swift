// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofModel

/// Finds the backup that is meant among several.
struct BackupChoice {
  /// A folder that is a backup, or that holds several.
  let path: String
  /// The name of the backup among several, or the newest moment that it may show; by default the newest of all.
  let point: String?
  let files: any FileSystem

  /// Opens the backup.
  ///
  /// - Throws: ``StorageError`` with the code `damaged-backup` where there is none, or the one that is meant is not
  ///   whole; ``FileSystemError``.
  func backup() throws -> BackupFolder {
    if try hasManifest(path) { return try only(try BackupFolder(at: path, in: files)) }
    if let point, point != "..", !point.contains("/"), try hasManifest("\(path)/\(point)") {
      return try BackupFolder(at: "\(path)/\(point)", in: files)
    }
    let limit = point.flatMap { Timestamp(spelling: $0) }
    guard (point == nil) == (limit == nil) else { throw try noSuchPoint() }
    let backups = try all()
    let candidates = backups.filter { backup in limit.map { backup.manifest.createdAt <= $0 } ?? true }
    guard let newest = candidates.max(by: { $0.manifest.createdAt < $1.manifest.createdAt }) else {
      throw try noSuchPoint()
    }
    return newest
  }

  private func hasManifest(_ path: String) throws(FileSystemError) -> Bool {
    do throws(FileSystemError) {
      return try files.byteCount(at: "\(path)/\(BackupManifest.fileName)") != nil
    } catch  where error.number == ENOTDIR {
      return false
    }
  }

  private func all() throws -> [BackupFolder] {
    try files.names(in: path).sorted().map { "\(path)/\($0)" }.filter(hasManifest)
      .map { try BackupFolder(at: $0, in: files) }
  }

  private func only(_ backup: BackupFolder) throws -> BackupFolder {
    guard let point, Timestamp(spelling: point).map({ backup.manifest.createdAt > $0 }) ?? true else { return backup }
    throw StorageError(
      .damagedBackup, "\(path) is one backup, of \(backup.manifest.createdAt); leave the point \(point) out")
  }

  private func noSuchPoint() throws -> StorageError {
    let backups = try all()
    guard !backups.isEmpty else {
      return StorageError(
        .damagedBackup,
        "\(path) is no whole backup and holds none: there is no \(BackupManifest.fileName), which is written last")
    }
    let list = backups.map { "\($0.path.dropFirst(path.utf8.count + 1)) of \($0.manifest.createdAt)" }
    return StorageError(
      .damagedBackup, "\(path) has no backup at \(point ?? "any point"); there are \(list.joined(separator: ", "))")
  }
}
