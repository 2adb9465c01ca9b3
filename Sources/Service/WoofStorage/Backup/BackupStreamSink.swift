internal import Glibc
internal import WoofCore
internal import WoofModel

/// Writes a backup as a tar archive. The manifest comes last, so that an archive that was cut has none.
final class BackupStreamSink: BackupSink {
  let recordsPath: String
  private let descriptor: Int32
  private let files: any FileSystem
  private let time: Timestamp
  private let checksumsPath: String
  private let checksums: BackupFile
  private var reading = FileReading()

  /// Starts an archive.
  ///
  /// - Parameters:
  ///   - descriptor: An open file, which may be a pipe.
  ///   - folder: The data folder, in whose spool the records are copied first, and the list of files is gathered.
  init(to descriptor: Int32, spool folder: DataFolder, time: any TimeSource) throws {
    self.descriptor = descriptor
    files = folder.files
    self.time = time.now()
    recordsPath = try folder.temporaryPath(for: "backup")
    checksumsPath = try folder.temporaryPath(for: "backup")
    checksums = try BackupFile(at: checksumsPath, in: folder.files)
  }

  deinit {
    // What cannot be removed is removed by the next start of the service.
    try? files.remove(recordsPath)
    try? files.remove(checksumsPath)
  }

  func takeRecords() throws -> (digest: Digest, byteCount: Int64) {
    guard let digest = try reading.digest(ofFileAt: recordsPath, in: files),
      let byteCount = try files.byteCount(at: recordsPath)
    else { throw StorageError(.inaccessible, "\(recordsPath) is gone") }
    let entry = BackupEntry.records(digest)
    try add(entry.path, byteCount: byteCount, from: recordsPath, expecting: digest) { _ in }
    try checksums.append(entry.line)
    return (digest, byteCount)
  }

  func takeBlob(_ digest: Digest, byteCount: Int64, at path: String, note: (Int) throws -> Void) throws -> BlobOrigin? {
    // The length stands before the bytes, and nothing that was written can be taken back; so they are looked at first.
    guard try files.byteCount(at: path) == byteCount, try reading.digest(ofFileAt: path, in: files) == digest else {
      return nil
    }
    let entry = BackupEntry.blob(digest)
    try add(entry.path, byteCount: byteCount, from: path, expecting: digest, note: note)
    try checksums.append(entry.line)
    return .copied
  }

  func finish(_ manifest: (Digest) -> BackupManifest) throws {
    let digest = try checksums.finish()
    guard let byteCount = try files.byteCount(at: checksumsPath) else {
      throw StorageError(.inaccessible, "\(checksumsPath) is gone")
    }
    try add(BackupManifest.checksumsName, byteCount: byteCount, from: checksumsPath, expecting: digest) { _ in }
    try add(BackupManifest.fileName, Array(manifest(digest).text.utf8))
    try write([UInt8](repeating: 0, count: 2 * TarHeader.blockSize))
  }

  private func add(
    _ name: String, byteCount: Int64, from path: String, expecting digest: Digest, note: (Int) throws -> Void
  ) throws {
    guard let source = try files.openFile(at: path) else { throw StorageError(.inaccessible, "\(path) is gone") }
    defer { files.close(source) }
    let header = TarHeader(name: name, byteCount: byteCount, time: time)
    try write(header.block)
    guard try reading.copy(source, to: descriptor, in: files, note: note) == digest else {
      throw StorageError(.inaccessible, "\(path) changed while it was read; begin the backup anew")
    }
    try write([UInt8](repeating: 0, count: header.padding))
  }

  private func add(_ name: String, _ bytes: [UInt8]) throws {
    let header = TarHeader(name: name, byteCount: Int64(bytes.count), time: time)
    try write(header.block + bytes + [UInt8](repeating: 0, count: header.padding))
  }

  private func write(_ bytes: [UInt8]) throws {
    try files.writeAll(bytes, to: descriptor)
  }
}

extension DataFolder {
  /// A path in the spool that no file has.
  ///
  /// - Throws: ``FileSystemError`` where there is no spool and none can be made.
  func temporaryPath(for purpose: String) throws -> String {
    try files.makeDurableFolder(at: spoolPath)
    return "\(spoolPath)/\(purpose)-\(getpid())-\(UInt64.random(in: 0...(.max)))"
  }
}
