// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import Synchronization
internal import WoofModel

/// Keeps uploads that may be resumed in a folder of their own: `<id>` has the bytes, `<id>.json` the note.
///
/// What came before the power was cut and after ``WoofCore/UploadSpool/synchronize()`` may be missing; what is there are
/// the bytes that came, as file systems that write a file's bytes before its length promise (ext4, XFS, Btrfs).
package final class FileUploadStore: UploadStore {
  private static let noteSuffix = ".json"
  /// The longest caption and key, in JSON's longest form, and more.
  private static let noteLimit = 256 * 1024

  private let folder: String
  private let blobs: FileBlobStore
  private var files: any FileSystem { blobs.files }

  /// Opens the uploads of a folder that is open for serving, whose blobs are open.
  ///
  /// - Throws: ``StorageError`` with the code `inaccessible`.
  package init(in folder: DataFolder, _ blobs: FileBlobStore) throws(StorageError) {
    self.blobs = blobs
    self.folder = folder.uploadsPath
    do throws(FileSystemError) {
      try blobs.files.makeDurableFolder(at: folder.uploadsPath)
    } catch {
      throw .inaccessible(folder.path, error)
    }
  }

  /// Makes room for the bytes of a new upload.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func makeUpload(_ id: UploadID, note: [UInt8]) throws -> any UploadSpool {
    try blobs.requireRoom()
    do throws(FileSystemError) {
      let spool = try FileBlobSpool(at: path(of: id), in: blobs, isKept: true)
      let descriptor = try files.createFile(at: notePath(of: id))
      defer { files.close(descriptor) }
      try files.writeAll(note, to: descriptor)
      return FileUploadSpool(spool, in: self, id)
    } catch {
      try? removeUpload(id)
      throw WoofError(error)
    }
  }

  /// Opens what came of an upload so far; `nil` where there is none of that id.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func openUpload(_ id: UploadID) throws -> (any UploadSpool)? {
    do throws(FileSystemError) {
      guard let spool = try FileBlobSpool(continuing: path(of: id), in: blobs) else { return nil }
      return FileUploadSpool(spool, in: self, id)
    } catch {
      throw WoofError(error)
    }
  }

  /// The uploads that are there; whatever else is in their folder is removed.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func storedUploads() throws -> [StoredUpload] {
    do {
      let names = Set(try files.names(in: folder))
      let ids = names.compactMap { UploadID($0) }.filter { names.contains("\($0)\(Self.noteSuffix)") }
      for name in names.subtracting(ids.flatMap { [$0.description, "\($0)\(Self.noteSuffix)"] }) {
        try files.remove("\(folder)/\(name)")
      }
      return try ids.map { id in
        StoredUpload(id: id, note: try note(of: id), byteCount: try files.byteCount(at: path(of: id)) ?? 0)
      }
    } catch let error as FileSystemError {
      throw WoofError(error)
    }
  }

  /// Removes the note of an upload, and its bytes where they have not been placed.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package func removeUpload(_ id: UploadID) throws {
    do throws(FileSystemError) {
      try files.remove(notePath(of: id))
      try files.remove(path(of: id))
    } catch {
      throw WoofError(error)
    }
  }

  /// Makes sure that the note of an upload, and the names of its files, are on the disk.
  fileprivate func synchronizeNote(of id: UploadID) throws(FileSystemError) {
    if let note = try files.openFile(at: notePath(of: id)) {
      defer { files.close(note) }
      try files.synchronizeFile(note)
    }
    try files.synchronizeFolder(at: folder)
  }

  private func note(of id: UploadID) throws -> [UInt8] {
    guard let note = try files.openFile(at: notePath(of: id)) else { return [] }
    defer { files.close(note) }
    guard try files.byteCount(of: note) <= Self.noteLimit else { return [] }
    var (reading, bytes) = (FileReading(), [UInt8]())
    try reading.read(note) { part in part.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    return bytes
  }

  private func path(of id: UploadID) -> String { "\(folder)/\(id)" }

  private func notePath(of id: UploadID) -> String { "\(path(of: id))\(Self.noteSuffix)" }
}

/// The bytes of an upload that may be resumed.
private final class FileUploadSpool: UploadSpool {
  private let spool: FileBlobSpool
  private let store: FileUploadStore
  private let id: UploadID
  /// `true` once the note and the names of the files are on the disk.
  private let isNoteSafe = Atomic(false)

  init(_ spool: FileBlobSpool, in store: FileUploadStore, _ id: UploadID) {
    self.spool = spool
    self.store = store
    self.id = id
  }

  func append(_ bytes: RawSpan) throws { try spool.append(bytes) }

  func open() throws -> any BlobFile { try spool.open() }

  func quarantine(as digest: Digest, by account: AccountID, note: String) throws -> String? {
    try spool.quarantine(as: digest, by: account, note: note)
  }

  func place(as digest: Digest) throws -> any BlobHold { try spool.place(as: digest) }

  func rest() { spool.rest() }

  func read(_ body: (RawSpan) throws -> Void) throws { try spool.read(body) }

  func synchronize() throws {
    do throws(FileSystemError) {
      try spool.synchronize()
      guard !isNoteSafe.load(ordering: .relaxed) else { return }
      try store.synchronizeNote(of: id)
      isNoteSafe.store(true, ordering: .relaxed)
    } catch {
      throw WoofError(error)
    }
  }
}
