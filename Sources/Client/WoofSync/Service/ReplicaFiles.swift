// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import WoofCryptography
internal import WoofSystem

/// The files of a replica beside its database: staged pictures and kept bytes.
///
/// All calls may throw `WoofError` of the client's codes for files.
package protocol ReplicaFiles: Sendable {
  /// The path of the folder, where the database is.
  var path: String { get }
  /// Makes a file of what `write` appends, which is there with all of it and durable when this returns, or not at all.
  func create(_ name: String, _ write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws
  /// Takes a file of the same disk over; it is durable when this returns.
  func adopt(_ file: URL, as name: String) throws
  /// The bytes of a part of a file; fewer where it ends before.
  func read(_ name: String, _ range: Range<Int64>) throws -> Data
  /// The length of a file; `nil` where there is none.
  func byteCount(of name: String) throws -> Int64?
  /// Removes a file, where it is there.
  func remove(_ name: String)
  /// The names of all files, with those of their folders.
  func names() throws -> [String]
  /// The place of a file in the file system.
  func url(of name: String) -> URL
  /// Lets others have the folder.
  func release()
}

extension ReplicaFiles {
  private static var pieceByteCount: Int64 { 1 << 18 }

  /// The SHA-256 of a file, which is read once and never held in memory as a whole; `nil` where there is none.
  func digest(of name: String) throws -> Digest? {
    guard let byteCount = try byteCount(of: name) else { return nil }
    var hash = try SHA256()
    for start in stride(from: 0, to: byteCount, by: Int(Self.pieceByteCount)) {
      let data = try read(name, start..<min(start + Self.pieceByteCount, byteCount))
      data.withUnsafeBytes { hash.update($0.bytes) }
    }
    return Digest(hash.finish())
  }
}

/// The files of a folder of the system, which nobody else may have open meanwhile.
final class ReplicaFolder: ReplicaFiles {
  let path: String
  private let held: FolderLock

  /// The folders of files.
  private static let subfolders = ["staged", "files"]

  init(at path: String) throws {
    self.path = path
    do {
      for folder in [path] + Self.subfolders.map({ "\(path)/\($0)" }) {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
    } catch {
      throw WoofError(
        .fileNotWritable, "\(path) cannot be made a folder: check its name and who may write there.", cause: error)
    }
    do throws(FolderLock.Failure) {
      held = try FolderLock(at: "\(path)/replica.lock")
    } catch {
      switch error {
      case .taken(let process):
        let holder = process.map { "process \($0)" } ?? "another process"
        throw WoofError(.replicaInUse, "\(holder) has the replica \(path) open: end it, or use another folder.")
      case .system(let error): throw Self.error(writing: path, error.number)
      }
    }
  }

  func create(_ name: String, _ write: (_ append: (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
    let (target, draft) = (place(of: name), place(of: name) + ".part")
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.error(writing: target, errno) }
    do {
      defer { close(descriptor) }
      try write { try Self.append($0, to: descriptor, target) }
      guard fsync(descriptor) == 0 else { throw Self.error(writing: target, errno) }
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, target) == 0 else { throw Self.error(writing: target, errno) }
    try synchronizeFolder(of: target)
  }

  func adopt(_ file: URL, as name: String) throws {
    let target = place(of: name)
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(writing: target, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0, rename(file.path, target) == 0 else { throw Self.error(writing: target, errno) }
    try synchronizeFolder(of: target)
  }

  func read(_ name: String, _ range: Range<Int64>) throws -> Data {
    let path = place(of: name)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(reading: path, errno) }
    defer { close(descriptor) }
    var data = Data(count: Int(range.upperBound - range.lowerBound))
    var count = 0
    try data.withUnsafeMutableBytes { buffer in
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        let more = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound) + off_t(count))
        if more < 0, errno == EINTR { continue }
        guard more >= 0 else { throw Self.error(reading: path, errno) }
        guard more > 0 else { return }
        count += more
      }
    }
    return data.prefix(count)
  }

  func byteCount(of name: String) -> Int64? {
    var status = stat()
    guard stat(place(of: name), &status) == 0 else { return nil }
    return Int64(status.st_size)
  }

  func remove(_ name: String) { unlink(place(of: name)) }

  func names() throws -> [String] {
    try Self.subfolders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)").sorted().map { "\(folder)/\($0)" }
    }
  }

  func url(of name: String) -> URL { URL(fileURLWithPath: place(of: name)) }

  func release() { held.release() }

  private func place(of name: String) -> String { "\(path)/\(name)" }

  private func synchronizeFolder(of target: String) throws {
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(writing: target, errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Self.error(writing: target, errno) }
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Foundation.write(descriptor, part.baseAddress, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw error(writing: path, count == 0 ? EIO : errno) }
      rest = rest.dropFirst(count)
    }
  }

  private static func error(writing path: String, _ number: Int32) -> WoofError {
    let reason = String(cString: strerror(number))
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(number)
    return isFull
      ? WoofError(.diskFull, "There is no room for \(path): make some, and try again.")
      : WoofError(.fileNotWritable, "\(path) cannot be written (\(reason)): check its folder and disk.")
  }

  private static func error(reading path: String, _ number: Int32) -> WoofError {
    let reason = String(cString: strerror(number))
    return WoofError(.fileNotReadable, "\(path) cannot be read (\(reason)): check its name and who may read it.")
  }
}
