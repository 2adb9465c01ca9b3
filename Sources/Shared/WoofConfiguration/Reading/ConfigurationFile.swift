// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The file that a configuration is read from.
package enum ConfigurationFile {
  /// The largest configuration that is read: 1 MB.
  package static let maximumSize = ByteCount.megabytes(1)

  /// Reads the text of a file.
  ///
  /// - Throws: ``ConfigurationError`` where the file cannot be opened or read, is not UTF-8, or is too large.
  package static func read(path: String) throws(ConfigurationError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
      guard bytes.count <= maximumSize.bytes else { throw tooLarge(path) }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw failure(path, .syntax, "the file is not UTF-8")
    }
    return text
  }

  static func tooLarge(_ source: String) -> ConfigurationError {
    failure(source, .tooLarge, "a configuration has at most \(maximumSize)")
  }

  private static func unreadable(_ source: String, _ code: Int32) -> ConfigurationError {
    failure(source, .unreadable, "cannot be read: \(String(cString: strerror(code)))")
  }

  private static func failure(
    _ source: String, _ code: ConfigurationProblem.Code, _ message: String
  ) -> ConfigurationError {
    ConfigurationError(
      source: source, problems: [ConfigurationProblem(code: code, key: "", place: nil, message: message)])
  }
}
