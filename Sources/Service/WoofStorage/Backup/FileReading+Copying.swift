// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

extension FileReading {
  /// The outcome of copying a file.
  enum CopyOutcome: Hashable {
    /// It is there, with the digest that was expected.
    case copied
    /// There is nothing to copy.
    case missing
    /// The source has another digest; no copy is left.
    case changed
  }

  /// Copies a file to where none is, and looks whether it has the digest that it should have.
  ///
  /// - Parameter note: Is told how many more bytes are done.
  /// - Throws: ``FileSystemError``, and what `note` throws; no copy is left then, as far as it can be removed.
  mutating func copyFile(
    at path: String, to copy: String, expecting digest: Digest, in files: any FileSystem, note: (Int) throws -> Void
  ) throws -> CopyOutcome {
    guard let source = try files.openFile(at: path) else { return .missing }
    defer { files.close(source) }
    let target = try files.createFile(at: copy)
    var outcome: CopyOutcome?
    defer {
      files.close(target)
      if outcome != .copied { try? files.remove(copy) }
    }
    let found = try self.copy(source, to: target, in: files, note: note)
    files.beginWritingOut(target, from: 0, count: 0)
    outcome = found == digest ? .copied : .changed
    return outcome ?? .changed
  }
}
