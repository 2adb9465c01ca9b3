// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine

/// Operations that read and write small files whole.
enum TextFile {
  /// Returns the text of a file; also of those in /proc, which have no known length.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  static func read(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  /// The bytes of a file.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  static func bytes(_ path: String) throws -> [UInt8] {
    let descriptor = woof_open(path, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &block, block.count)
      guard count >= 0 else { throw failure("read", path) }
      guard count > 0 else { return bytes }
      bytes += block.prefix(count)
    }
  }

  /// Writes a file anew.
  ///
  /// - Throws: `CommandFailure` where it cannot be written.
  static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// Writes a file anew.
  ///
  /// - Throws: `CommandFailure` where it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = woof_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("write", path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure("write", path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ verb: String, _ path: String) -> CommandFailure {
    CommandFailure("\(path) could not be \(verb == "read" ? "read" : "written"): \(String(cString: strerror(errno)))")
  }
}
