// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofStorage

@testable import TestKit

/// The system's files, and knowledge of what would be left of them if the power were cut now: of a folder the entries
/// that it had when it was last synchronized, of a file its bytes if it was synchronized after it was last written to.
/// Nothing becomes safe by synchronizing all at once: what tests cut the power of does not rely on it.
final class PowerCutFileSystem: InterceptedFileSystem {
  private enum Entry {
    case folder
    case file(node: UInt64)
  }

  private struct State {
    var entries: [String: [String: Entry]] = [:]
    var safeFiles: Set<UInt64> = []
  }

  let real = SystemFileSystem()
  private let root: String
  private let pool: TemporaryFolder
  private let state = Mutex(State())

  /// Watches the tree below `root`, which is safe itself.
  init(root: String) throws {
    self.root = root
    // Keeps every file that is in a safe entry, whatever becomes of its name.
    pool = try TemporaryFolder()
  }

  /// What is left.
  func cutPower() throws -> TemporaryFolder {
    let remains = try TemporaryFolder()
    try state.withLock { state in try restore(root, to: remains.path, state) }
    return remains
  }

  private func restore(_ folder: String, to copy: String, _ state: State) throws {
    for (name, entry) in state.entries[folder] ?? [:] {
      switch entry {
      case .folder:
        _ = try real.makeFolder(at: "\(copy)/\(name)")
        try restore("\(folder)/\(name)", to: "\(copy)/\(name)", state)
      case .file(let node):
        Glibc.link("\(pool.path)/\(node)", "\(copy)/\(name)")
        if !state.safeFiles.contains(node) { truncate("\(copy)/\(name)", 0) }
      }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(FileSystemError) -> Int {
    _ = state.withLock { $0.safeFiles.remove(Self.node(of: descriptor)) }
    return try real.write(bytes, to: descriptor)
  }

  func synchronizeFile(_ descriptor: Int32) throws(FileSystemError) {
    try real.synchronizeFile(descriptor)
    _ = state.withLock { $0.safeFiles.insert(Self.node(of: descriptor)) }
  }

  func synchronizeFolder(at path: String) throws(FileSystemError) {
    try real.synchronizeFolder(at: path)
    var entries: [String: Entry] = [:]
    for name in try real.names(in: path) {
      if Self.isFolder("\(path)/\(name)") {
        entries[name] = .folder
      } else {
        let node = Self.node(at: "\(path)/\(name)")
        Glibc.link("\(path)/\(name)", "\(pool.path)/\(node)")
        entries[name] = .file(node: node)
      }
    }
    state.withLock { $0.entries[path] = entries }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func node(of descriptor: Int32) -> UInt64 {
    var status = stat()
    fstat(descriptor, &status)
    return UInt64(status.st_ino)
  }

  private static func node(at path: String) -> UInt64 {
    var status = stat()
    stat(path, &status)
    return UInt64(status.st_ino)
  }
}
