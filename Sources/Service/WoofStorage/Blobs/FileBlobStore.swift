// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
package import WoofAdministration
package import WoofCore
package import WoofModel

/// Keeps blobs as files of a data folder.
///
/// Bytes are written to a file of the spool, which is renamed to the blob's name when all are there and on the disk. So
/// a file under `blobs` is always whole, and never written to again.
package final class FileBlobStore: BlobStore {
  let layout: BlobLayout
  let pins = BlobPins()
  let files: any FileSystem
  let removalLock: RemovalLock
  let pictureQuarantine: PictureQuarantine
  let quarantinePath: String
  private let spoolNames: SpoolNames
  private let reserve: DiskReserve

  /// Opens the blobs of a folder that is open for serving, and empties its spool.
  ///
  /// - Parameter quarantinedPicturesPerAccount: The most pictures of one account that are kept because they made a
  ///   plugin fail; 10 by default.
  /// - Throws: ``StorageError`` with the code `inaccessible`.
  package convenience init(
    in folder: DataFolder, quarantinedPicturesPerAccount: Int = 10
  ) throws(StorageError) {
    try self.init(
      in: folder, reserve: DiskReserve(in: folder, byteCount: 0),
      quarantinedPicturesPerAccount: quarantinedPicturesPerAccount)
  }

  init(
    in folder: DataFolder, reserve: DiskReserve, quarantinedPicturesPerAccount: Int
  ) throws(StorageError) {
    self.reserve = reserve
    files = folder.files
    removalLock = folder.removalLock
    layout = BlobLayout(root: folder.blobsPath)
    pictureQuarantine = PictureQuarantine(
      in: folder, share: QuarantineShare(countPerAccount: quarantinedPicturesPerAccount))
    quarantinePath = folder.quarantinePath
    spoolNames = SpoolNames(folder: folder.spoolPath)
    do throws(FileSystemError) {
      try BlobFolders.make(layout, in: files)
      try files.makeDurableFolder(at: folder.spoolPath)
      // Made by the service, so that it can open the file whoever else does.
      _ = try removalLock.hold()
      for name in try files.names(in: folder.spoolPath) { try files.remove("\(folder.spoolPath)/\(name)") }
    } catch {
      throw .inaccessible(folder.path, error)
    }
  }

  /// Opens a place for bytes whose digest is not known yet.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func makeSpool() throws -> any BlobSpool {
    try requireRoom()
    do throws(FileSystemError) {
      return try FileBlobSpool(at: spoolNames.next(), in: self)
    } catch {
      throw WoofError(error)
    }
  }

  /// Opens a blob for reading; `nil` where there is none under that digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func open(_ digest: Digest) throws -> (any BlobFile)? {
    do throws(FileSystemError) {
      return try openFile(at: layout.path(of: digest))
    } catch {
      throw WoofError(error)
    }
  }

  /// Holds a blob that is there already.
  ///
  /// - Returns: The hold; `nil` where there is no blob under that digest.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func hold(_ digest: Digest) throws -> (any BlobHold)? {
    // Pinned first: what is there afterwards stays.
    let pin = pins.pin(digest)
    do throws(FileSystemError) {
      return try files.byteCount(at: layout.path(of: digest)) == nil ? nil : pin
    } catch {
      throw WoofError(error)
    }
  }

  /// Makes sure that the disk's reserve is whole, so that what comes in does not eat what it gave for administration and
  /// deletion.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  func requireRoom() throws(WoofError) { try reserve.requireWhole() }

  /// Opens a file of the store for reading; `nil` where there is none.
  func openFile(at path: String) throws(FileSystemError) -> (any BlobFile)? {
    guard let descriptor = try files.openFile(at: path) else { return nil }
    do throws(FileSystemError) {
      return OpenBlob(descriptor: descriptor, byteCount: try files.byteCount(of: descriptor), files: files)
    } catch {
      files.close(descriptor)
      throw error
    }
  }

  /// Takes a blob away, unless it is pinned or `isNeeded` says otherwise.
  ///
  /// - Returns: `true` if it is gone; also where it was not there.
  func remove(_ digest: Digest, unless isNeeded: () throws -> Bool) throws -> Bool {
    let grave = spoolNames.next()
    // Renaming takes no time, whatever the length of the file; removing does.
    let isGone = try pins.removeUnlessPinned(digest) {
      guard try !isNeeded() else { return false }
      _ = try reserve.lending { try files.rename(layout.path(of: digest), to: grave) }
      return true
    }
    if isGone { try files.remove(grave) }
    return isGone
  }
}

/// A blob opened for reading.
private final class OpenBlob: BlobFile {
  let descriptor: Int32
  let byteCount: Int64
  private let files: any FileSystem

  init(descriptor: Int32, byteCount: Int64, files: any FileSystem) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.files = files
  }

  deinit { files.close(descriptor) }
}

extension FileBlobStore: QuarantineStore {
  /// All that was set aside, the last first: damaged blobs, and pictures that made a transformer fail.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func quarantined() throws -> [AdminQuarantined] {
    try translatingErrors {
      guard try files.byteCount(at: quarantinePath) != nil else { return [] }
      var found: [AdminQuarantined] = []
      for name in try files.names(in: quarantinePath) {
        guard let file = QuarantinedFile(name: name), let status = Self.status(of: path(of: file)) else { continue }
        var item = AdminQuarantined(
          digest: file.digest, cause: file.cause, byteCount: Int64(status.st_size), quarantinedAt: status.changedAt)
        item.note = try note(of: file)
        found.append(item)
      }
      return found.sorted { ($0.quarantinedAt, $0.digest.hexadecimal) > ($1.quarantinedAt, $1.digest.hexadecimal) }
    }
  }

  /// Returns the number of blobs and pictures that are set aside, without reading them.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func quarantinedCount() throws -> Int {
    try translatingErrors {
      guard try files.byteCount(at: quarantinePath) != nil else { return 0 }
      return try files.names(in: quarantinePath).count { QuarantinedFile(name: $0) != nil }
    }
  }

  /// Opens the bytes that were set aside under a digest; `nil` where there are none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func openQuarantined(_ digest: Digest) throws -> (any BlobFile)? {
    try translatingErrors {
      for cause in AdminQuarantined.Cause.allCases {
        if let file = try openFile(at: path(of: QuarantinedFile(digest, cause))) { return file }
      }
      return nil
    }
  }

  /// Throws away what was set aside under a digest.
  ///
  /// - Returns: `true` if there was anything.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func removeQuarantined(_ digest: Digest) throws -> Bool {
    try translatingErrors {
      var isFound = false
      for cause in AdminQuarantined.Cause.allCases {
        let path = path(of: QuarantinedFile(digest, cause))
        guard try files.byteCount(at: path) != nil else { continue }
        isFound = true
        try files.remove(path)
        try QuarantineNote(of: digest, cause, in: quarantinePath, files: files).remove()
      }
      guard isFound else { return false }
      try files.synchronizeFolder(at: quarantinePath)
      return true
    }
  }

  private func path(of file: QuarantinedFile) -> String { "\(quarantinePath)/\(file.name)" }

  /// Returns the note on a file; for a damaged blob, it also says if the right bytes are back.
  private func note(of file: QuarantinedFile) throws -> String? {
    let note = try QuarantineNote(of: file.digest, file.cause, in: quarantinePath, files: files).text()
    guard file.cause == .damage, try files.byteCount(at: layout.path(of: file.digest)) != nil else { return note }
    return [note, "the right bytes are back"].compactMap(\.self).joined(separator: "; ")
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw WoofError(storage: error) }
  }
}

extension stat {
  /// The time at which the file was made or moved; its content may be older.
  fileprivate var changedAt: Timestamp {
    Timestamp(milliseconds: Int64(st_ctim.tv_sec) * 1000 + Int64(st_ctim.tv_nsec) / 1_000_000)
  }
}

/// A file that is quarantined, by the digest and the cause in its name.
private struct QuarantinedFile {
  let digest: Digest
  let cause: AdminQuarantined.Cause

  init(_ digest: Digest, _ cause: AdminQuarantined.Cause) {
    self.digest = digest
    self.cause = cause
  }

  /// Reads a name; `nil` where it is that of a note, or of a copy that broke off.
  init?(name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let digest = parts.first.flatMap({ BlobLayout.digest(of: String($0)) }) else { return nil }
    self.digest = digest
    switch parts.dropFirst().first {
    case nil: cause = .damage
    case "picture": cause = .picture
    default: return nil
    }
  }

  var name: String {
    switch cause {
    case .damage: digest.hexadecimal
    case .picture: "\(digest.hexadecimal).picture"
    }
  }
}

/// Names files of the spool. The spool is empty when the service starts, so counting is enough.
final class SpoolNames: Sendable {
  private let folder: String
  private let count = Atomic<UInt64>(0)

  init(folder: String) { self.folder = folder }

  /// A path that no file has.
  func next() -> String { "\(folder)/\(count.wrappingAdd(1, ordering: .relaxed).newValue)" }
}
