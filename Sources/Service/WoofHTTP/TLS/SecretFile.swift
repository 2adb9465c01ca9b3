// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// Files that only their owner reads.
enum SecretFile {
  /// Puts a file with these bytes in the place of what is there, in one step and durably.
  ///
  /// - Throws: what the system says; what was there stays then.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    let draft = "\(path).\(getpid()).new"
    let file = try SystemCall.check("open") { woof_open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    do {
      defer { close(file) }
      try write(bytes, to: file)
      _ = try SystemCall.check("fsync") { fsync(file) }
      _ = try SystemCall.check("rename") { rename(draft, path) }
      try syncFolder(of: path)
    } catch {
      unlink(draft)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      written += try SystemCall.check("write") {
        bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      }
    }
  }

  private static func syncFolder(of path: String) throws(SystemError) {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = try SystemCall.check("open") { woof_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    defer { close(descriptor) }
    _ = try SystemCall.check("fsync") { fsync(descriptor) }
  }
}
