// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofImages

/// A file on this machine that may be uploaded.
struct PictureFile: Hashable, Sendable {
  /// The path, as it was found.
  var path: String
  var byteCount: Int64

  /// A file that is a picture by its first bytes; `nil` where it is something else.
  ///
  /// - Throws: `CommandFailure` where it cannot be read.
  init?(path: String) throws {
    var status = stat()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw CommandFailure("\(path) cannot be read (\(reason)): check its name and who may read it")
    }
    defer { close(descriptor) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &buffer, buffer.count)
    var sniffer = ImageTypeSniffer()
    let head = buffer.span.bytes
    _ = sniffer.consume(head.extracting(0..<max(0, count)))
    guard case .type = sniffer.verdict else { return nil }
    self.path = path
    byteCount = Int64(status.st_size)
  }
}
