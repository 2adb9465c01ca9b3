// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCryptography
import WoofSystem

@testable import TestKit

/// A ZIP file, as Python reads it, which compares each file with its check value.
struct ZIPFile {
  /// A file in it.
  struct File: Hashable {
    let name: String
    let bytes: [UInt8]
  }

  let files: [File]

  /// Reads a file.
  ///
  /// - Throws: ``TestFailure`` where it is none, or is damaged.
  init(_ bytes: [UInt8], in folder: TemporaryFolder) throws {
    let path = folder.path("\(UUID().uuidString).zip")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let output = try Program.output(of: "/usr/bin/python3", ["-c", Self.script, path])
    files = try output.split(separator: "\n").map { line in
      let parts = line.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Hexadecimal.bytes(of: parts[0].utf8),
        let content = Hexadecimal.bytes(of: parts[1].utf8)
      else { throw TestFailure("\(line.prefix(200))") }
      return File(name: String(decoding: name, as: UTF8.self), bytes: content)
    }
  }

  private static let script = """
    import sys, zipfile
    with zipfile.ZipFile(sys.argv[1]) as archive:
        assert archive.testzip() is None
        for entry in archive.infolist():
            assert entry.compress_type == zipfile.ZIP_STORED
            print(entry.filename.encode().hex(), archive.read(entry).hex())
    """
}
