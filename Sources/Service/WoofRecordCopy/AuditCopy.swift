// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofStorage

/// Copies an audit log, whose entries and head stay what they are, byte by byte.
package enum AuditCopy {
  private static let bytesAtOnce = 1 << 20

  /// Copies a log into one that is empty. Blocks.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `not-empty`, and any error of the logs.
  package static func run(from source: any AuditStore, to target: any AuditStore) throws {
    let (bytes, head) = try source.exclusively {
      var bytes: [UInt8] = []
      while case let part = try source.read(from: Int64(bytes.count), count: bytesAtOnce), !part.isEmpty {
        bytes += part
      }
      return (bytes, try source.head())
    }
    try target.exclusively {
      guard try target.byteCount() == 0 else {
        throw StorageError(.notEmpty, "there is an audit log already; a copy goes to where none is")
      }
      if !bytes.isEmpty { try target.append(bytes) }
      if let head { try target.setHead(head) }
    }
  }
}
