// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofSystem

/// The folder in which the embedded stores keep everything, readable by its owner only:
///
/// | path | what it is |
/// |---|---|
/// | `woof.db` | records: accounts, photos, favourites, changes (SQLite, with `woof.db-wal` and `woof.db-shm` beside it) |
/// | `blobs/a/b/<hex>` | blobs, named by their SHA-256, of which `a` and `b` are the first digits |
/// | `spool/` | bytes on their way in or out; emptied when the service starts |
/// | `uploads/` | uploads that may be resumed, each with a note |
/// | `quarantine/` | blobs that were found to be damaged, and pictures that made a transformer fail, for whoever may want to look at them |
/// | `reserve/` | room that is kept for administration and deletion: files without content |
/// | `moved` | says that what the folder holds is served elsewhere |
/// | `lock` | locked while a service runs, and holds its process id |
/// | `removal.lock` | locked while blobs are removed, and while none may be |
package final class DataFolder: Sendable {
  /// The path, absolute.
  package let path: String
  /// The file system that it lies in.
  package let files: any FileSystem
  private let lock: FolderLock?
  /// The folder held open through which the path leads; `nil` if it leads through none.
  private let held: HeldPath?

  /// A purpose for which the folder is opened.
  package enum Purpose: Sendable {
    /// Serving: one process at a time.
    case service
    /// Changing accounts, also beside a running service; nothing is made where there is no store.
    case accounts
    /// Backing up and checking, also beside a running service; nothing is made where there is no store.
    case upkeep
    /// Ending a move into other stores, while no service runs.
    case moving
  }

  /// Opens a folder, and for serving makes it where there is none.
  ///
  /// - Throws: ``StorageError`` with the code `in-use` where another service has it, `half-restored` where a restore
  ///   into it broke off, `moved` where what it holds is served elsewhere, `no-store` where there is nothing to look after, or
  ///   `inaccessible`.
  package static func open(at path: String, for purpose: Purpose) throws(StorageError) -> DataFolder {
    try open(at: path, for: purpose, files: SystemFileSystem())
  }

  package static func open(
    at path: String, for purpose: Purpose, files: any FileSystem
  ) throws(StorageError) -> DataFolder {
    let path = absolute(path)
    do {
      if purpose == .service { try files.makeDurableFolder(at: path) }
      if try files.byteCount(at: "\(path)/\(restoringName)") != nil { throw StorageError.halfRestored(path) }
      guard try purpose == .service || hasStore(path, files) else { throw StorageError.noStore(in: path) }
      if purpose == .service || purpose == .accounts, try isMoved(path, files) { throw StorageError.moved(path) }
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
    let locks = purpose == .service || purpose == .moving
    return DataFolder(path: path, files: files, lock: locks ? try lock(path, of: path, files) : nil)
  }

  /// Opens an empty folder, or one in which a restore broke off, to restore into it.
  ///
  /// - Throws: ``StorageError`` with the code `not-empty`, `in-use` or `inaccessible`.
  static func openForRestoring(at place: HeldPath, files: any FileSystem) throws(StorageError) -> DataFolder {
    do {
      let held = try place.makeFolder(in: files)
      let path = held.location
      let folder = DataFolder(path: path, files: files, lock: try lock(path, of: place.path, files), held: held)
      let names = Set(try files.names(in: path)).subtracting(["lock", "lost+found"])
      guard names.isEmpty || names.contains(restoringName) else { throw StorageError.notEmpty(place.path) }
      return folder
    } catch {
      throw StorageError("\(place.path) cannot be used", place.named(error))
    }
  }

  /// Opens a folder that is filled while it serves nobody: a new one, or one whose stores have been moved elsewhere. It is marked as
  /// moved, so that no service takes it before ``unmarkMoved()``.
  ///
  /// - Throws: ``StorageError`` with the code `not-empty` where the folder holds something else, `half-restored`, `in-use` or
  ///   `inaccessible`.
  package static func openForReceiving(at path: String) throws(StorageError) -> DataFolder {
    let (path, files) = (absolute(path), SystemFileSystem())
    do {
      try files.makeDurableFolder(at: path)
      let folder = DataFolder(path: path, files: files, lock: try lock(path, of: path, files))
      let names = Set(try files.names(in: path)).subtracting(["lock", "lost+found"])
      if names.contains(restoringName) { throw StorageError.halfRestored(path) }
      guard names.isEmpty || names.contains(movedName) else { throw StorageError.serving(path) }
      try folder.markMoved()
      return folder
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  private static func lock(
    _ path: String, of name: String, _ files: any FileSystem
  ) throws(StorageError) -> FolderLock {
    guard !files.isPrivate else { return FolderLock() }
    do throws(FolderLock.Failure) {
      return try FolderLock(at: "\(path)/lock")
    } catch {
      switch error {
      case .taken(let process): throw .inUse(name, by: process)
      case .system(let failure):
        throw .inaccessible(name, FileSystemError(failure.call, path: "\(path)/lock", number: failure.number))
      }
    }
  }

  private init(path: String, files: any FileSystem, lock: FolderLock?, held: HeldPath? = nil) {
    self.path = path
    self.files = files
    self.lock = lock
    self.held = held
  }

  /// Gives the folder up, so that another service may open it; to be called when its stores are closed. Otherwise it is
  /// given up when nothing refers to this object any more.
  package func close() { lock?.release() }

  /// The process that serves the folder; `nil` where none does, or it is not known.
  package var servingProcess: Int? {
    do throws(FolderLock.Failure) {
      try FolderLock(at: "\(path)/lock").release()
      return nil
    } catch {
      guard case .taken(let process) = error else { return nil }
      return process
    }
  }

  /// `true` if this process holds the folder's lock, so that no other service can use the folder.
  var isLocked: Bool { lock != nil }

  /// The path of the records, whether they are there or not.
  package var databasePath: String { "\(path)/woof.db" }
  var blobsPath: String { "\(path)/blobs" }
  var spoolPath: String { "\(path)/spool" }
  var uploadsPath: String { "\(path)/uploads" }
  var quarantinePath: String { "\(path)/quarantine" }
  var reservePath: String { "\(path)/reserve" }
  /// The path of the data being restored; while it exists, no service can use the folder.
  var restoringPath: String { "\(path)/\(Self.restoringName)" }
  /// The lock between work that needs all blobs to stay and work that removes some.
  var removalLock: RemovalLock { RemovalLock(of: path, isNeeded: !files.isPrivate) }

  /// Makes sure that a place that is to be written to is neither this folder nor lies within it.
  ///
  /// - Throws: ``StorageError`` with the code `misplaced`; ``FileSystemError``.
  func requireOutside(_ place: HeldPath) throws {
    if try place.lies(in: HeldPath(path)) { throw StorageError.within(path, place.path) }
  }

  /// An error with the path that people know, where this one leads through a descriptor.
  func named(_ error: any Error) -> any Error { held?.named(error) ?? error }

  /// Returns whether a file is, or lies within, something that the stores keep in a data folder.
  ///
  /// Neither the file nor the folder has to exist.
  ///
  /// - Throws: ``StorageError`` with the code `inaccessible` if a path cannot be followed.
  package static func keeps(_ file: String, in folder: String) throws(StorageError) -> Bool {
    do {
      let file = try HeldPath(file)
      for name in ownNames {
        if try file.lies(in: HeldPath("\(folder)/\(name)")) { return true }
      }
      return false
    } catch {
      throw StorageError("\(file) cannot be used", error)
    }
  }

  /// Says that what the folder holds is served elsewhere from now on, so that no service serves it; it is a file in the folder.
  ///
  /// - Throws: ``StorageError`` with the code `inaccessible` or `no-room`.
  package func markMoved() throws(StorageError) {
    do {
      files.close(try files.createFile(at: "\(path)/\(Self.movedName)"))
      try files.synchronizeFolder(at: path)
    } catch  where error.number == EEXIST {
      return
    } catch {
      throw StorageError("\(path) cannot be marked as moved", error)
    }
  }

  /// Lets services use the folder again, which holds everything.
  ///
  /// - Throws: ``StorageError`` with the code `inaccessible`.
  package func unmarkMoved() throws(StorageError) {
    do {
      try files.remove("\(path)/\(Self.movedName)")
      try files.synchronizeFolder(at: path)
    } catch {
      throw StorageError("\(path) cannot be used", error)
    }
  }

  /// `true` if what the folder holds is served elsewhere.
  ///
  /// - Throws: ``FileSystemError``.
  package func isMoved() throws -> Bool { try Self.isMoved(path, files) }

  private static func isMoved(_ path: String, _ files: any FileSystem) throws(FileSystemError) -> Bool {
    try files.byteCount(at: "\(path)/\(movedName)") != nil
  }

  static let restoringName = "restoring"
  static let movedName = "moved"
  private static let ownNames = [
    "woof.db", "woof.db-wal", "woof.db-shm", "woof.db-copy", "blobs", "spool", "uploads", "quarantine", "reserve",
    "lock",
    "removal.lock", restoringName, movedName,
  ]

  static func hasStore(_ path: String, _ files: any FileSystem) throws -> Bool {
    try files.byteCount(at: "\(path)/woof.db") != nil
  }

  /// The absolute path that a path means in the current folder, whether anything is there or not.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }
}
