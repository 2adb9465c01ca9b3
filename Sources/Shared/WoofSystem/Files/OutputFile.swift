// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The place of a file that somebody named for output.
///
/// A device, pipe or socket that is there is written into: another file in its place would take it away from everybody
/// else. An ordinary file, or none, is replaced in one step by a file that is durable.
package struct OutputFile: Sendable {
  /// The path, as it was named.
  package let path: String
  /// `true` if a device, pipe or socket was there, which is written into.
  package let isStanding: Bool

  /// Looks at what is there now.
  package init(at path: String) {
    self.path = path
    var status = stat()
    isStanding = stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Makes sure that a file can be put here, and leaves nothing behind; does nothing where bytes are written into what is
  /// there.
  ///
  /// - Throws: ``SystemError`` where the folder takes no file.
  package func check() throws(SystemError) {
    if !isStanding { try DraftFile([], beside: path).remove() }
  }

  /// Writes all bytes, into what is there or in place of it. Waits for a reader where that is a pipe that nobody reads yet.
  ///
  /// - Throws: ``SystemError`` where they cannot be written; a file that was there stays as it was then.
  package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    guard isStanding else { return try DraftFile(bytes, beside: path).move(to: path) }
    let descriptor = FileDescriptor(
      try SystemCall.check("open") { woof_open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0) })
    defer { descriptor.close() }
    try descriptor.write(Array(bytes))
  }
}

/// A file that is written whole under a name of its own, so that no other file is touched before it is there.
package struct DraftFile: Sendable {
  /// The path of the file.
  package let path: String

  /// Writes a new file, durable and only this user's to read, whose name begins with another's.
  ///
  /// - Throws: ``SystemError`` where it cannot be written; nothing of it stays.
  package init(_ bytes: some Sequence<UInt8>, beside file: String) throws(SystemError) {
    var template = Array("\(file).XXXXXX".utf8CString)  // mkstemp(3) makes a name of the six letters
    let descriptor = FileDescriptor(try SystemCall.check("mkstemp") { mkstemp(&template) })
    defer { descriptor.close() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(SystemError) {
      try descriptor.write(Array(bytes))
      _ = try SystemCall.check("fsync") { fsync(descriptor.number) }
    } catch {
      remove()
      throw error
    }
  }

  /// Moves it to where it belongs, in place of what is there.
  ///
  /// - Throws: ``SystemError`` where it cannot be moved; nothing of it stays.
  package func move(to file: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try SystemCall.check("rename") { rename(path, file) }
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the draft; the file that it was meant to replace stays.
  package func remove() { unlink(path) }
}

extension FileDescriptor {
  /// Writes all of the bytes.
  fileprivate func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try SystemCall.check("write") {
        bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress.map { $0 + written }, $0.count - written) }
      }
    }
  }
}
