// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofStorage

/// Copies an audit log, whose entries and head stay what they are, byte by byte.
package enum AuditCopy {
  private static let bytesAtOnce = 1 << 20

  /// Copies a log into one that is empty. Blocks.
  ///
  /// - Parameter goesOn: `true` where an earlier copy may have been made, to which what the log has by now is added.
  /// - Throws: ``WoofStorage/StorageError`` with the code `not-empty`, and any error of the logs.
  package static func run(
    from source: any AuditStore, to target: any AuditStore, goesOn: Bool = false
  ) throws {
    let (bytes, head) = try source.exclusively {
      var bytes: [UInt8] = []
      while case let part = try source.read(from: Int64(bytes.count), count: bytesAtOnce), !part.isEmpty {
        bytes += part
      }
      return (bytes, try source.head())
    }
    try target.exclusively {
      let earlier = Int(try target.byteCount())
      guard earlier == 0 || goesOn && earlier <= bytes.count else {
        throw StorageError(.notEmpty, "there is an audit log already; a copy goes to where none is")
      }
      if earlier < bytes.count { try target.append(Array(bytes[earlier...])) }
      if let head { try target.setHead(head) }
    }
  }
}
