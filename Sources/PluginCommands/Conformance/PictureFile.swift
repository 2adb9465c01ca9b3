import CLinux
import Glibc
import WoofCommandLine
import WoofCore

/// Bytes in a file without a name, as a worker gets them.
final class PictureFile: BlobFile {
  let descriptor: Int32
  let byteCount: Int64

  /// Writes the file.
  ///
  /// - Throws: `CommandFailure` where there is no room for it.
  init(_ bytes: [UInt8]) throws {
    var path = Array("/tmp/woof-check-XXXXXX".utf8CString)
    let writing = mkstemp(&path)
    defer { if writing >= 0 { close(writing) } }
    descriptor = woof_open(path, O_RDONLY | O_CLOEXEC, 0)
    byteCount = Int64(bytes.count)
    unlink(path)
    guard writing >= 0, descriptor >= 0, write(writing, bytes, bytes.count) == bytes.count else {
      throw CommandFailure("a picture cannot be written to /tmp; is there room?")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
