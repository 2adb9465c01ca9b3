// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCryptography
import WoofModel

/// Operations that read open files by position, so that others who share the descriptor are not disturbed.
enum FileBytes {
  private static let partByteCount = 1 << 18

  /// Reads the content in parts of at most 262,144 bytes, and calls `body` with each.
  ///
  /// - Throws: ``PluginError`` with the code `notFound` where it cannot be read, and what `body` throws.
  static func forEach(
    in descriptor: Int32, _ path: String, _ body: (ArraySlice<UInt8>) throws(PluginError) -> Void
  ) throws(PluginError) {
    var part = [UInt8](repeating: 0, count: partByteCount)
    var offset = 0
    while true {
      let count = pread(descriptor, &part, part.count, offset)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw PluginError(.notFound, "\(path) cannot be read") }
      guard count > 0 else { return }
      try body(part[..<count])
      offset += count
    }
  }

  /// The digest of the content.
  ///
  /// - Throws: ``PluginError`` with the code `notFound` where it cannot be read.
  static func digest(of descriptor: Int32, _ path: String) throws(PluginError) -> Digest {
    do {
      var hash = try SHA256()
      try forEach(in: descriptor, path) { part in hash.update(part.span.bytes) }
      if let digest = Digest(hash.finish()) { return digest }
    } catch let error as PluginError {
      throw error
    } catch {}
    throw PluginError(.notFound, "the digest of \(path) cannot be made")
  }
}
