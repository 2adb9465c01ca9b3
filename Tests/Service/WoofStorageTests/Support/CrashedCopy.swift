// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofStorage

@testable import TestKit

/// Copies what a process would leave behind if it were killed now: the files of a data folder, without what lives in the
/// process alone.
func crashedCopy(of storage: TestStorage) throws -> TemporaryFolder {
  let copy = try TemporaryFolder()
  try copyTree("\(storage.folder.path)/data", to: "\(copy.path)/data")
  return copy
}

private func copyTree(_ source: String, to target: String) throws {
  mkdir(target, 0o700)
  let files = SystemFileSystem()
  for name in try files.names(in: source) where name != "woof.db-shm" {
    let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
    var status = stat()
    guard stat(from, &status) == 0 else { throw FileSystemError("stat", path: from, number: errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      try copyTree(from, to: to)
    } else {
      try copyFile(from, to: to)
    }
  }
}

private func copyFile(_ source: String, to target: String) throws {
  let files = SystemFileSystem()
  guard let input = try files.openFile(at: source) else { return }
  defer { files.close(input) }
  let output = try files.createFile(at: target)
  defer { files.close(output) }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  var count = read(input, &buffer, buffer.count)
  while count > 0 {
    try buffer.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
      while !rest.isEmpty {
        let written = try files.write(rest, to: output)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
    }
    count = read(input, &buffer, buffer.count)
  }
}
