// SPDX-License-Identifier: Apache-2.0

/// A fault in a file's structure, and the byte that shows it.
struct StructureFault: Error, Hashable {
  /// The reason, as a sentence without its full stop.
  var reason: String
  /// The position in the file, from 0.
  var offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The fault of exceeding the limit that `subject` names, as in "pixels".
  static func exceeds(_ limit: Int, _ subject: String, at offset: Int) -> StructureFault {
    StructureFault("the picture exceeds the limit of \(limit) \(subject)", at: offset)
  }
}
