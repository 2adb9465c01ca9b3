// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCore
internal import WoofModel

/// Keeps an audit log in a data folder: `audit.ndjson`, and its head in `audit.head`.
package struct AuditFile: AuditStore {
  private let folder: String
  private let files: any FileSystem
  private let reserve: DiskReserve?

  private var logPath: String { "\(folder)/audit.ndjson" }
  private var headPath: String { "\(folder)/audit.head" }

  /// Makes the log of a folder that is there; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: The folder's path, absolute.
  ///   - files: The files below it.
  ///   - reserve: Room for entries where the disk has none left.
  package init(in folder: String, files: any FileSystem, reserve: DiskReserve? = nil) {
    self.reserve = reserve
    self.folder = folder
    self.files = files
  }

  /// Runs `body` while no other process works on the log; the folder itself is locked for that.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, and what `body` throws.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = woof_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw WoofError(FileSystemError("open", path: folder, number: errno)) }
    defer { Glibc.close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw WoofError(FileSystemError("flock", path: folder, number: errno)) }
    }
    // Closing alone would leave the lock with a child process that has not yet begun its program.
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func byteCount() throws -> Int64 {
    try translatingErrors { () throws(FileSystemError) in try files.byteCount(at: logPath) ?? 0 }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func read(from offset: Int64, count: Int) throws -> [UInt8] {
    try translatingErrors { () throws(FileSystemError) in
      guard let descriptor = try files.openFile(at: logPath) else { return [] }
      defer { files.close(descriptor) }
      return try Self.bytes(of: descriptor, from: offset, count: count)
    }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func append(_ bytes: [UInt8]) throws {
    try translatingErrors { () throws(FileSystemError) in
      let start = try files.byteCount(at: logPath) ?? 0
      try usingReserve { () throws(FileSystemError) in
        // What an attempt has left that failed.
        if try files.byteCount(at: logPath) ?? 0 > start { try files.cut(logPath, to: start) }
        try appendOnce(bytes)
      }
    }
  }

  private func appendOnce(_ bytes: [UInt8]) throws(FileSystemError) {
    let isNew = try files.byteCount(at: logPath) == nil
    guard let descriptor = try isNew ? files.createFile(at: logPath) : files.openFileForAppending(at: logPath) else {
      throw FileSystemError("open", path: logPath, number: ENOENT)
    }
    defer { files.close(descriptor) }
    if isNew { try FolderOwner.own(descriptor, in: folder) }
    try files.writeAll(bytes, to: descriptor)
    try files.synchronizeFile(descriptor)
    if isNew { try files.synchronizeFolder(at: folder) }
  }

  private func usingReserve(_ work: () throws(FileSystemError) -> Void) throws(FileSystemError) {
    while true {
      do throws(FileSystemError) {
        return try work()
      } catch {
        guard reserve?.givesWay(to: error) == true else { throw error }
      }
    }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func cut(to byteCount: Int64) throws {
    try translatingErrors { () throws(FileSystemError) in
      try files.cut(logPath, to: byteCount)
      guard let descriptor = try files.openFileForAppending(at: logPath) else { return }
      defer { files.close(descriptor) }
      try files.synchronizeFile(descriptor)
    }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func head() throws -> [UInt8]? {
    try translatingErrors { () throws(FileSystemError) in
      guard let descriptor = try files.openFile(at: headPath) else { return nil }
      defer { files.close(descriptor) }
      return try Self.bytes(of: descriptor, from: 0, count: 4096)
    }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func setHead(_ bytes: [UInt8]) throws {
    try translatingErrors { () throws(FileSystemError) in
      try usingReserve { () throws(FileSystemError) in try files.replaceDurably(headPath, with: bytes) }
    }
  }

  private static func bytes(
    of descriptor: Int32, from offset: Int64, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while written < count {
        let result = pread(
          descriptor, buffer.baseAddress.map { $0 + written }, count - written, off_t(offset) + off_t(written))
        if result < 0, errno == EINTR { continue }
        if result < 0 { number = errno }
        guard result > 0 else { return }
        written += result
      }
    }
    guard number == 0 else { throw FileSystemError("read", number: number) }
    return bytes
  }

  private func translatingErrors<Result>(_ body: () throws(FileSystemError) -> Result) throws(WoofError) -> Result {
    do {
      return try body()
    } catch {
      throw WoofError(error)
    }
  }
}

extension FileSystem {
  /// Puts a file with these bytes in place of one that may be there: after a power cut there is either, and whole.
  package func replaceDurably(_ path: String, with bytes: [UInt8]) throws(FileSystemError) {
    let partial = "\(path).partial"
    try remove(partial)
    let descriptor = try createFile(at: partial)
    do {
      defer { close(descriptor) }
      try FolderOwner.own(descriptor, in: path.folderPath)
      try writeAll(bytes, to: descriptor)
      try synchronizeFile(descriptor)
    }
    _ = try rename(partial, to: path)
    try synchronizeFolder(at: path.folderPath)
  }
}

/// The owner of a folder, who has to be able to use what root makes in it.
enum FolderOwner {
  /// Gives a new file to the owner of its folder, where root makes it beside a service that runs as another user.
  static func own(_ descriptor: Int32, in folder: String) throws(FileSystemError) {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard stat(folder, &status) == 0 else { throw FileSystemError("stat", path: folder, number: errno) }
    guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
      throw FileSystemError("fchown", path: folder, number: errno)
    }
  }
}
