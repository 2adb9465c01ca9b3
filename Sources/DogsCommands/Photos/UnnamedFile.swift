import Foundation
import Glibc
import WoofCore
import WoofModel

/// Bytes in a file that has no name, for reading only; it is gone with this object.
final class UnnamedFile: BlobFile {
  let descriptor: Int32
  let byteCount: Int64

  /// Writes a file.
  ///
  /// - Throws: `WoofError` where the folder for temporary files has no room or cannot be written to.
  init(holding bytes: [UInt8]) throws(WoofError) {
    var template = Array("\(NSTemporaryDirectory())/dogs-XXXXXX".utf8CString)
    let draft = mkstemp(&template)
    guard draft >= 0 else { throw Self.failure }
    unlink(template)
    defer { Glibc.close(draft) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(draft, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Self.failure }
      rest = rest.dropFirst(count)
    }
    descriptor = open("/proc/self/fd/\(draft)", O_RDONLY | O_CLOEXEC)
    byteCount = Int64(bytes.count)
    guard descriptor >= 0 else { throw Self.failure }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static var failure: WoofError {
    WoofError(
      .insufficientStorage,
      "The picture cannot be kept in \(NSTemporaryDirectory()): \(String(cString: strerror(errno))).")
  }
}
