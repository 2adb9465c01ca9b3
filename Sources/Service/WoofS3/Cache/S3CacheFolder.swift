// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import WoofSystem

/// The folder of a cache: a file for each object, named by its digest in hexadecimal digits, in 256 folders; and a folder
/// for those that are on their way, which is emptied at the start.
struct S3CacheFolder: Sendable {
  /// A file that was there at the start.
  struct Found: Sendable {
    var digest: [UInt8]
    var byteCount: Int64
    var modified: Int64
  }

  let path: String

  /// Makes the folders that are missing, and removes what was on its way.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where that is not possible.
  init(_ path: String) throws(SystemError) {
    self.path = path
    try Self.makeFolder(path)
    try Self.makeFolder(incoming)
    for name in Self.names(in: incoming) { unlink("\(incoming)/\(name)") }
    for number in 0..<256 { try Self.makeFolder("\(path)/\(hexadecimal([UInt8(number)]))") }
  }

  /// The path of an object.
  func path(of digest: [UInt8]) -> String { "\(path)/\(hexadecimal(digest.prefix(1)))/\(hexadecimal(digest))" }

  private var incoming: String { "\(path)/incoming" }

  /// The objects that are there, in the order of their times.
  func contents() -> [Found] {
    var found: [Found] = []
    for number in 0..<256 {
      let folder = "\(path)/\(hexadecimal([UInt8(number)]))"
      for name in Self.names(in: folder) {
        var status = stat()
        guard let digest = Self.digest(name), lstat("\(folder)/\(name)", &status) == 0 else {
          unlink("\(folder)/\(name)")
          continue
        }
        let time = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        found.append(Found(digest: digest, byteCount: Int64(status.st_size), modified: time))
      }
    }
    return found.sorted { $0.modified < $1.modified }
  }

  /// Makes a file for an object on its way, readable by this user only.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where there is no room for it.
  func makeIncoming() throws(SystemError) -> IncomingFile {
    var template = Array("\(incoming)/XXXXXX".utf8CString)  // mkstemp(3) makes a name of the six letters
    let number = try SystemCall.check("mkstemp") { mkstemp(&template) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return IncomingFile(path: path, file: FileDescriptor(number))
  }

  /// Gives a file the name of an object as well, in the place of one that has it.
  ///
  /// - Parameter number: A number that no other call has.
  /// - Throws: ``WoofSystem/SystemError`` where that is not possible.
  func link(_ file: String, as digest: [UInt8], _ number: Int) throws(SystemError) {
    let temporary = "\(incoming)/link-\(number)"
    _ = try SystemCall.check("link") { Glibc.link(file, temporary) }
    // Where both are the same file already, renaming leaves both names.
    defer { unlink(temporary) }
    _ = try SystemCall.check("rename") { rename(temporary, path(of: digest)) }
  }

  /// Removes an object; those who have it open read on.
  func remove(_ digest: [UInt8]) { unlink(path(of: digest)) }

  private static func digest(_ name: String) -> [UInt8]? {
    let digits = Array(name.utf8)
    guard digits.count == 64 else { return nil }
    var digest: [UInt8] = []
    for index in stride(from: 0, to: 64, by: 2) {
      guard let high = Hexadecimal.lowerCaseValue(of: digits[index]),
        let low = Hexadecimal.lowerCaseValue(of: digits[index + 1])
      else { return nil }
      digest.append(high << 4 | low)
    }
    return digest
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw SystemError(call: "mkdir", number: errno)
  }
}

/// An object that is being written. What is not moved into its place is removed when this goes.
final class IncomingFile: Sendable {
  private let path: String
  private let file: FileDescriptor

  init(path: String, file: FileDescriptor) { (self.path, self.file) = (path, file) }

  deinit { unlink(path) }

  /// Appends bytes. Blocks.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where they cannot be written.
  func append(_ bytes: Data) throws {
    try bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count, let start = bytes.baseAddress {
        offset += try SystemCall.check("write") { write(file.number, start + offset, bytes.count - offset) }
      }
    }
  }

  /// Opens what has been written.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where it cannot be read.
  func open() throws(SystemError) -> S3CachedFile { try S3CachedFile(path) }

  /// Moves the file into its place.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where it cannot be moved.
  func move(to target: String) throws(SystemError) {
    _ = try SystemCall.check("rename") { rename(path, target) }
  }
}
