// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import WoofModel
internal import WoofSQLite

/// Room on the disk that is kept for those who make room: files without content in the folder `reserve` of a data folder,
/// whose blocks are taken.
///
/// Deleting needs room before it gives any: for the log of the database, and for the audit log. Where there is none left,
/// one of the files is removed, which takes no room by itself and gives some of the owner's share back too, and the work is
/// done again. As long as a file is missing uploads are refused, so that they do not eat what it gave; it is taken again
/// when there is room.
///
/// Any process that has the data folder may give files up; only the one that serves takes them.
package final class DiskReserve: Sendable {
  /// The number of files that make up the whole reserve, all of the same size.
  package static let fileCount = 8

  private let folder: String
  private let files: any FileSystem
  private let fileByteCount: Int64
  private let heldCount = Atomic(0)
  private let givenUpCounter = Atomic(0)
  /// Held while files come and go.
  private let turn = Mutex(())

  /// Makes the reserve of a folder; nothing is written.
  ///
  /// - Parameter byteCount: The size of the reserve in bytes; 0 for none.
  init(in folder: DataFolder, byteCount: Int64) {
    self.folder = folder.reservePath
    files = folder.files
    fileByteCount = byteCount / Int64(Self.fileCount)
  }

  /// The size in bytes of the whole reserve, a multiple of ``fileCount``; 0 if nothing is to be kept.
  package var byteCount: Int64 { fileByteCount * Int64(Self.fileCount) }

  /// The number of bytes that are kept now, from 0 to ``byteCount``.
  package var heldByteCount: Int64 { fileByteCount * Int64(heldCount.load(ordering: .relaxed)) }

  /// The number of files that have been given up since the service started.
  package var givenUpCount: Int { givenUpCounter.load(ordering: .relaxed) }

  /// `true` if no file is missing, or if nothing is to be kept.
  package var isWhole: Bool { fileByteCount == 0 || heldCount.load(ordering: .acquiring) == Self.fileCount }

  /// Takes what is missing, as far as there is room, and gives up what is not of the right size.
  ///
  /// - Returns: `true` if nothing is missing.
  @discardableResult
  func refill() -> Bool {
    turn.withLock { _ in
      do throws(FileSystemError) {
        try refillFiles()
      } catch {
        // There is no room, or the folder cannot be used: it is tried again.
      }
      heldCount.store(names.count, ordering: .releasing)
    }
    return isWhole
  }

  /// Makes sure that nothing is missing, or takes it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  func requireWhole() throws(WoofError) {
    guard !isWhole, !refill() else { return }
    throw WoofError(
      .insufficientStorage, "The service has no room left but for administration and deletion; try again later.")
  }

  /// Gives a file up if work failed because the disk is full.
  ///
  /// - Returns: `true` if a file was given up, so that the work is worth doing again.
  func givesWay(to error: any Error) -> Bool {
    switch error {
    case let error as FileSystemError where error.isOutOfSpace: giveUp()
    case let error as SQLiteError where error.isOutOfSpace: giveUp()
    default: false
    }
  }

  /// Does work, and again as long as it fails for want of room and there is something to give up. The work must leave
  /// nothing behind when it fails.
  func lending<Result>(to work: () throws -> Result) throws -> Result {
    while true {
      do { return try work() } catch { guard givesWay(to: error) else { throw error } }
    }
  }

  /// Gives a file up.
  ///
  /// - Returns: `true` if there was one.
  func giveUp() -> Bool {
    turn.withLock { _ in
      let found = names
      for name in found {
        guard (try? files.remove("\(folder)/\(name)")) != nil else { continue }
        heldCount.store(found.count - 1, ordering: .releasing)
        givenUpCounter.add(1, ordering: .relaxed)
        return true
      }
      return false
    }
  }

  private var names: [String] {
    let found = (try? files.names(in: folder)) ?? []
    return found.filter { Int($0).map { (0..<Self.fileCount).contains($0) } ?? false }.sorted()
  }

  private func refillFiles() throws(FileSystemError) {
    if fileByteCount > 0, try files.byteCount(at: folder) == nil { _ = try files.makeFolder(at: folder) }
    for number in 0..<Self.fileCount {
      let path = "\(folder)/\(number)"
      let found = try files.byteCount(at: path)
      guard found != fileByteCount else { continue }
      if found != nil { try files.remove(path) }
      if fileByteCount > 0 { try take(path) }
    }
  }

  private func take(_ path: String) throws(FileSystemError) {
    let descriptor = try files.createFile(at: path)
    defer { files.close(descriptor) }
    do throws(FileSystemError) {
      try files.allocate(descriptor, byteCount: fileByteCount)
    } catch {
      try? files.remove(path)
      throw error
    }
  }
}
