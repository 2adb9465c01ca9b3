// SPDX-License-Identifier: Apache-2.0

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
  ///   - source: The stores, in whose spool the records are copied first, and the list of files is gathered.
  init(to descriptor: Int32, spool source: any BackupSource, time: any TimeSource) throws {
    self.descriptor = descriptor
    files = source.files
    self.time = time.now()
    recordsPath = try source.temporaryPath(for: "backup")
    checksumsPath = try source.temporaryPath(for: "backup")
    checksums = try BackupFile(at: checksumsPath, in: source.files)
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

  func takeBlob(
    _ blob: NeededBlob, from path: () throws -> String?, note: (Int) throws -> Void
  ) throws -> BlobOrigin? {
    // The length stands before the bytes, and nothing that was written can be taken back; so they are looked at first.
    guard let path = try path(), try files.byteCount(at: path) == blob.byteCount,
      try reading.digest(ofFileAt: path, in: files) == blob.digest
    else { return nil }
    let entry = BackupEntry.blob(blob.digest)
    try add(entry.path, byteCount: blob.byteCount, from: path, expecting: blob.digest, note: note)
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

/// The block before each file of a tar archive, in the POSIX format `ustar` (IEEE Std 1003.1, pax).
struct TarHeader {
  /// The size of a block; files are filled up to whole ones.
  static let blockSize = 512
  /// The longest name; the format has more room, which a backup does not need.
  static let longestName = 100

  /// The path of the file in the archive, at most ``longestName`` bytes long.
  var name: String
  /// The length of the file in bytes.
  var byteCount: Int64
  /// The time of the file's last change.
  var time: Timestamp

  /// The 512 bytes of the header.
  var block: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    Self.put(Array(name.utf8.prefix(Self.longestName)), at: 0, in: &block)
    Self.put(Self.octal(0o600, digitCount: 7), at: 100, in: &block)
    Self.put(Self.octal(0, digitCount: 7), at: 108, in: &block)
    Self.put(Self.octal(0, digitCount: 7), at: 116, in: &block)
    Self.put(size, at: 124, in: &block)
    Self.put(Self.octal(UInt64(max(time.milliseconds, 0) / 1000), digitCount: 11), at: 136, in: &block)
    block[156] = UInt8(ascii: "0")
    Self.put(Array("ustar\u{0}00".utf8), at: 257, in: &block)
    // The sum is that of the block with blanks where the sum stands.
    Self.put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148, in: &block)
    let sum = block.reduce(UInt64(0)) { $0 + UInt64($1) }
    Self.put(Self.octal(sum, digitCount: 6) + [0, UInt8(ascii: " ")], at: 148, in: &block)
    return block
  }

  /// The number of bytes that fill the file's last block.
  var padding: Int { (Self.blockSize - Int(byteCount % Int64(Self.blockSize))) % Self.blockSize }

  /// Eleven octal digits reach to 8 GiB; from there on the number stands in binary, after a high bit, as GNU tar and all
  /// others read it.
  private var size: [UInt8] {
    guard byteCount >= 1 << 33 else { return Self.octal(UInt64(max(byteCount, 0)), digitCount: 11) }
    return [0x80, 0, 0, 0] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: byteCount >> $0) }
  }

  private static func octal(_ number: UInt64, digitCount: Int) -> [UInt8] {
    (0..<digitCount).reversed().map { place in
      UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number >> (3 * UInt64(place)) & 7)
    }
  }

  private static func put(_ bytes: [UInt8], at offset: Int, in block: inout [UInt8]) {
    block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
