internal import Glibc
internal import WoofCryptography
internal import WoofModel

/// Looks whether the embedded stores of a data folder hold what they promise. Changes nothing.
public struct StoreCheck {
  /// Something that should not be.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Which promise is broken.
    public let rule: String
    /// What breaks it.
    public let subject: String

    /// The promise and what breaks it.
    public var description: String { "\(rule): \(subject)" }
  }

  /// How far a check goes, each step including those before it.
  public enum Depth: Int, Sendable {
    /// The database by itself, and its tables against each other.
    case records
    /// Whether every blob has a file of its length.
    case lengths
    /// Whether every blob has the bytes of its digest; all of them are read.
    case bytes
  }

  /// How many findings of each rule are reported.
  private static let findingLimit = 20

  private let folder: DataFolder
  private let database: Database

  /// Opens the database of a folder.
  ///
  /// - Parameter folder: A folder that is open for serving, so that nothing changes while it is looked at.
  /// - Throws: ``StorageError`` with the code `inaccessible` where there is no database or it cannot be opened.
  public init(of folder: DataFolder) throws(StorageError) {
    self.folder = folder
    do {
      guard try folder.files.byteCount(at: folder.databasePath) != nil else {
        throw FileSystemError("open", path: folder.databasePath, number: ENOENT)
      }
      let settings = EmbeddedStoreConfiguration().settings(cacheByteCount: 8 << 20)
      database = try Database(path: folder.databasePath, settings: settings)
      try database.migrate(mayChange: false)
    } catch let error as StorageError {
      throw error
    } catch {
      throw StorageError(.inaccessible, "\(folder.databasePath) cannot be checked: \(error)", cause: error)
    }
  }

  /// Checks the stores.
  ///
  /// - Returns: What is wrong; nothing in a sound store.
  /// - Throws: ``StorageError`` with the code `damaged` where the database is too damaged to be looked at.
  public func run(_ depth: Depth) throws(StorageError) -> [Finding] {
    do {
      try database[.beginWriting].run()
      defer { database.rollBack() }
      // The tables are looked at as they will be when what is pending has been folded into them.
      let fold = FavouriteFold(database: database)
      _ = try fold.run(try fold.pendingInJournal())
      return try StoreRule.all.flatMap(findings) + (depth == .records ? [] : blobFindings(depth))
    } catch {
      throw StorageError(.damaged, "\(folder.databasePath) cannot be checked: \(error)", cause: error)
    }
  }

  private func findings(of rule: StoreRule) throws(SQLiteError) -> [Finding] {
    var findings: [Finding] = []
    try database[rule.violations].rows { (columns) throws(SQLiteError) in
      let subject: String = try columns.next()
      if subject != rule.good { findings.append(Finding(rule: rule.promise, subject: subject)) }
      return findings.count < Self.findingLimit
    }
    return findings
  }

  private func blobFindings(_ depth: Depth) throws -> [Finding] {
    let layout = BlobLayout(root: folder.blobsPath)
    let blobs = try database[.blobsInUse].all { (columns) throws(SQLiteError) in
      (digest: try columns.next(Digest.self), byteCount: try columns.next(Int64.self))
    }
    var findings: [Finding] = []
    for blob in blobs where findings.count < Self.findingLimit {
      let path = layout.path(of: blob.digest)
      let found = try folder.files.byteCount(at: path)
      if found != blob.byteCount {
        let length = found.map { "has \($0) bytes" } ?? "is missing"
        findings.append(
          Finding(rule: "every blob is there in full", subject: "\(blob.digest) \(length) of \(blob.byteCount)"))
      } else if depth == .bytes, try digest(ofFileAt: path) != blob.digest {
        findings.append(Finding(rule: "every blob has the bytes of its digest", subject: "\(blob.digest)"))
      }
    }
    return findings
  }

  private func digest(ofFileAt path: String) throws -> Digest? {
    guard let descriptor = try folder.files.openFile(at: path) else { return nil }
    defer { folder.files.close(descriptor) }
    var hash = try SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count = read(descriptor, &buffer, buffer.count)
    while count > 0 {
      hash.update(buffer.span.extracting(first: count).bytes)
      count = read(descriptor, &buffer, buffer.count)
    }
    guard count == 0 else { throw FileSystemError("read", path: path, number: errno) }
    return Digest(hash.finish())
  }
}

extension SQL {
  fileprivate static let blobsInUse = SQL("SELECT digest, byte_count FROM blob WHERE reference_count > 0")
}
