// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCommandLine

/// A folder of this program's own, which is removed with its last reference.
final class TemporaryFolder: Sendable {
  /// The folder.
  let path: String
  private let isKept = Atomic(false)

  /// Makes a folder below `parent`, which is to be on the disk that is measured.
  ///
  /// - Throws: `CommandFailure` where it cannot be made.
  init(in parent: String) throws {
    let template = "\(parent)/woof-bench-XXXXXX"
    var bytes = Array(template.utf8CString)
    guard mkdtemp(&bytes) != nil else {
      throw CommandFailure("no folder could be made in \(parent): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    Interruption.watch(path)
  }

  deinit {
    Interruption.forget(path)
    if !isKept.load(ordering: .relaxed) { FileTree.remove(path) }
  }

  /// The path of something in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in the folder.
  ///
  /// - Throws: `CommandFailure` where it cannot be made.
  func subfolder(_ name: String) throws -> String {
    guard mkdir(path(name), 0o700) == 0 || errno == EEXIST else {
      throw CommandFailure("the folder \(path(name)) could not be made: \(String(cString: strerror(errno)))")
    }
    return path(name)
  }

  /// Keeps the folder on the disk, for inspection.
  func keep() {
    isKept.store(true, ordering: .relaxed)
    Interruption.forget(path)
  }
}
