import Foundation
import Glibc

/// The file a download is written to. Confined to the loop's thread until it is complete.
final class DownloadFile: @unchecked Sendable {  // confined to the loop's thread until it is closed
  let url: URL
  private var descriptor: Int32

  /// Makes a new file in the folder for temporary files.
  init() throws(POSIXError) {
    url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("Download-\(UUID().uuidString).tmp")
    descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Goes on after the first bytes of a file that is there; what follows them is dropped.
  init(continuing url: URL, after offset: Int64) throws(POSIXError) {
    self.url = url
    descriptor = open(url.path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0, ftruncate(descriptor, Int(offset)) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { close() }

  func write(_ bytes: UnsafeRawBufferPointer) throws(POSIXError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  func close() {
    guard descriptor >= 0 else { return }
    _ = Glibc.close(descriptor)
    descriptor = -1
  }

  func remove() {
    close()
    _ = unlink(url.path)
  }
}
