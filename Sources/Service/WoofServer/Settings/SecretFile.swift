// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import WoofAPI
internal import WoofModel

/// A file whose content is a secret: a password, a key.
struct SecretFile: Hashable, Sendable {
  /// The key of the configuration that names the file, for errors.
  let key: String
  let path: String

  /// The longest secret, in bytes.
  private static let limit = 65_536

  /// Reads the secret: the file's bytes without the line break at its end.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, whose message names the key and the file, and holds nothing
  ///   of its content.
  func read() throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? handle.close() }
      bytes = Array(try handle.read(upToCount: Self.limit + 1) ?? Data())
    } catch {
      throw WoofError(.internal, "\(key): \(path) cannot be read; is it there, and the service's?")
    }
    guard bytes.count <= Self.limit else {
      throw WoofError(.internal, "\(key): \(path) is longer than \(Self.limit) bytes, so it is something else.")
    }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let end else { throw WoofError(.internal, "\(key): \(path) is empty.") }
    return Array(bytes[...end])
  }

  /// Writes a line of the log where others than its owner can read the file.
  func warn(in log: LogSink) { ExposedPath(path, holding: .secret)?.warn(in: log) }
}
