// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The file a download is written to. Confined to the loop's thread until it is complete.
final class DownloadFile: @unchecked Sendable {  // confined to the loop's thread until it is closed
  let url: URL
  /// The number of bytes written so far, without those that a continued file had before.
  private(set) var writtenCount: Int64 = 0
  private var descriptor: Int32
  private var gathered: [UInt8] = []

  /// The number of bytes that are written without waiting for more: the file system takes large pieces in half the time of small ones.
  private static let enough = 256 * 1024
  /// After so much, there is likely to be enough.
  private static let flood = 32 * 1024

  /// Makes a new file in the folder for temporary files.
  init() throws(POSIXError) {
    url = Self.url(of: "Download-\(UUID().uuidString).tmp")
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

  /// The URL of a file in the folder for temporary files.
  static func url(of fileName: String) -> URL {
    URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(fileName)
  }

  /// The size of a file in the folder for temporary files, in bytes; `nil` if there is no such file.
  static func size(of fileName: String) -> Int64? {
    var status = stat()
    return stat(url(of: fileName).path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Takes content.
  ///
  /// - Parameter mayWait: `true` if so little that it is not worth a call of the system may stay in memory until
  ///   ``flush()``.
  func write(_ bytes: UnsafeRawBufferPointer, mayWait: Bool) throws(POSIXError) {
    guard mayWait || !gathered.isEmpty else { return try writeOut(bytes) }
    if gathered.count >= Self.flood { gathered.reserveCapacity(Self.enough + bytes.count) }
    gathered.append(contentsOf: bytes)
    if !mayWait || gathered.count >= Self.enough { try flush() }
  }

  /// Writes what is still in memory.
  func flush() throws(POSIXError) {
    var failure: POSIXError?
    gathered.withUnsafeBytes { bytes in
      do throws(POSIXError) { try writeOut(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
    gathered.removeAll(keepingCapacity: true)
  }

  private func writeOut(_ bytes: UnsafeRawBufferPointer) throws(POSIXError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    writtenCount += Int64(bytes.count)
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
