// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCryptography
import WoofModel

/// A file of a trusted folder, held open, so that the checked file is the one that is used, even if its name is given
/// to another.
final class TrustedFile: Sendable {
  /// The descriptor, to be read by position.
  let descriptor: Int32
  /// The path at which the file was found, for errors.
  let path: String

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// The whole content.
  ///
  /// - Throws: ``PluginError`` with the code `manifest` where it is longer than `limit` bytes.
  func read(limit: Int) throws(PluginError) -> [UInt8] {
    var bytes: [UInt8] = []
    try FileBytes.forEach(in: descriptor, path) { part throws(PluginError) in
      guard bytes.count + part.count <= limit else {
        throw PluginError(.manifest, "\(path) is longer than \(limit) bytes")
      }
      bytes.append(contentsOf: part)
    }
    return bytes
  }

  /// The digest of the content.
  ///
  /// - Throws: ``PluginError`` with the code `notFound` where it cannot be read.
  func digest() throws(PluginError) -> Digest { try FileBytes.digest(of: descriptor, path) }
}
