// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The destination of a photo's bytes while they arrive: memory or a file.
struct PhotoOutput: ~Copyable {
  private var data = Data()
  private var file: PartialFile?

  /// Keeps the bytes in memory.
  init() {}

  /// Writes the bytes to a file.
  init(_ file: consuming PartialFile) { self.file = consume file }

  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(WoofError) {
    if file != nil {
      try file?.append(bytes)
    } else {
      data.append(contentsOf: bytes)
    }
  }

  /// Forgets what has come.
  mutating func restart() throws(WoofError) {
    data = Data()
    try file?.restart()
  }

  /// Ends: a file is moved to where it belongs.
  ///
  /// - Returns: The bytes, where they were kept in memory; nothing for a file.
  mutating func finish() throws(WoofError) -> Data {
    try file?.moveIntoPlace()
    return data
  }
}
