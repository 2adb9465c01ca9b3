// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine

/// A file that is written whole under a name of its own, so that no other file is touched before it is there.
struct DraftFile: Sendable {
  /// The path of the file.
  let path: String

  /// Writes a new file, durable and only this user's to read, whose name begins with another's.
  ///
  /// - Throws: `CommandFailure` where it cannot be written; nothing of it stays.
  init(_ bytes: some Sequence<UInt8>, beside file: String) throws(CommandFailure) {
    var template = Array("\(file).XXXXXX".utf8CString)  // mkstemp(3) makes a name of the six letters
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.failure(file) }
    defer { close(descriptor) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard Self.write(Array(bytes), to: descriptor), fsync(descriptor) == 0 else {
      let failure = Self.failure(file)
      remove()
      throw failure
    }
  }

  /// Moves it to where it belongs, in place of what is there.
  ///
  /// - Throws: `CommandFailure` where it cannot be moved; nothing of it stays.
  func move(to file: String) throws(CommandFailure) {
    guard rename(path, file) == 0 else {
      let failure = Self.failure(file)
      remove()
      throw failure
    }
  }

  /// Removes the draft; the file that it was meant to replace stays.
  func remove() { unlink(path) }

  /// Writes all of the bytes; `false` where the system takes no more, and `errno` says why.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The failure that `errno` says.
  static func failure(_ file: String) -> CommandFailure {
    CommandFailure("\(file.printable) cannot be written: \(String(cString: strerror(errno)))")
  }
}
