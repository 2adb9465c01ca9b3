// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
package import WoofModel

/// The end of an audit log, to which its next entry is chained. It is kept beside the log, so that a log whose end was
/// cut off can be recognised.
package struct AuditHead: Hashable, Codable, Sendable {
  /// The number of the newest entry; 0 where there is none.
  package var number: Int64
  /// Its hash; all zeros where there is none.
  package var hash: Digest
  /// The length of the log that the head covers, in bytes.
  package var byteCount: Int64

  /// Makes a head.
  package init(number: Int64, hash: Digest, byteCount: Int64) {
    self.number = number
    self.hash = hash
    self.byteCount = byteCount
  }

  /// The head of a log without entries.
  package static let start = AuditHead(number: 0, hash: .zero, byteCount: 0)

  /// Reads a head; `nil` where the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard let head = try? JSONDecoder().decode(AuditHead.self, from: Data(bytes)), head.number >= 0,
      head.byteCount >= 0
    else { return nil }
    self = head
  }

  /// The head as JSON, with the end of its line.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("number")
    writer.value(number)
    writer.name("hash")
    writer.value(hash)
    writer.name("byteCount")
    writer.value(byteCount)
    writer.endObject()
    writer.newline()
    return writer.bytes
  }
}

extension Digest {
  /// The hash to which the first entry of an audit log is chained.
  static let zero: Digest = {
    guard let digest = Digest([UInt8](repeating: 0, count: 32)) else { preconditionFailure("32 bytes are a digest") }
    return digest
  }()
}
