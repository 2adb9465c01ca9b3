internal import Glibc

/// The folder in which the embedded stores keep everything, readable by its owner only:
///
/// | path | what it is |
/// |---|---|
/// | `woof.db` | records: accounts, photos, favourites, changes (SQLite, with `woof.db-wal` and `woof.db-shm` beside it) |
/// | `blobs/a/b/<hex>` | blobs, named by their SHA-256, of which `a` and `b` are the first digits |
/// | `spool/` | bytes on their way in or out; emptied when the service starts |
/// | `lock` | locked while a service runs, and holds its process id |
public final class DataFolder: Sendable {
  /// The path, absolute.
  public let path: String
  let files: any FileSystem
  private let lock: FolderLock?

  /// What the folder is opened for.
  public enum Purpose: Sendable {
    /// Serving: one process at a time.
    case service
    /// Changing accounts, also beside a running service.
    case accounts
  }

  /// Opens a folder, and makes it where there is none.
  ///
  /// - Throws: ``StorageError`` with the code `in-use` where another service has it, or `inaccessible`.
  public static func open(at path: String, for purpose: Purpose) throws(StorageError) -> DataFolder {
    try open(at: path, for: purpose, files: SystemFileSystem())
  }

  package static func open(
    at path: String, for purpose: Purpose, files: any FileSystem
  ) throws(StorageError) -> DataFolder {
    let path = absolute(path)
    do throws(FileSystemError) {
      try files.makeDurableFolder(at: path)
    } catch {
      throw .inaccessible(path, error)
    }
    guard purpose == .service else { return DataFolder(path: path, files: files, lock: nil) }
    do throws(FolderLock.Failure) {
      return DataFolder(path: path, files: files, lock: try FolderLock(at: "\(path)/lock"))
    } catch {
      switch error {
      case .taken(let process): throw .inUse(path, by: process)
      case .system(let failure): throw .inaccessible(path, failure)
      }
    }
  }

  private init(path: String, files: any FileSystem, lock: FolderLock?) {
    self.path = path
    self.files = files
    self.lock = lock
  }

  /// Gives the folder up, so that another service may open it; to be called when its stores are closed. Otherwise it is
  /// given up when nothing refers to this object any more.
  public func close() { lock?.release() }

  /// Whether this process has the folder for itself.
  var isLocked: Bool { lock != nil }

  var databasePath: String { "\(path)/woof.db" }
  var blobsPath: String { "\(path)/blobs" }
  var spoolPath: String { "\(path)/spool" }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }
}
