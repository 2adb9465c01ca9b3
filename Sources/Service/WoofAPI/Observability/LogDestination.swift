// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofModel

/// The destination of log lines: a descriptor that the process has, or a file, which can be opened anew when a rotation
/// has moved it away.
final class LogDestination: @unchecked Sendable {  // only the thread that writes the log uses it
  private var descriptor: Int32
  private let path: String?

  init(descriptor: Int32) {
    self.descriptor = descriptor
    path = nil
  }

  init(path: String) throws(WoofError) {
    descriptor = try Self.open(path)
    self.path = path
  }

  /// `true` if somebody looks at the lines as they come.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  deinit { if path != nil { close(descriptor) } }

  /// Opens the file anew; a descriptor stays what it is.
  func reopen() throws(WoofError) {
    guard let path else { return }
    let opened = try Self.open(path)
    close(descriptor)
    descriptor = opened
  }

  /// Writes lines; what cannot be written is given up, as nobody is there to be told.
  func write(_ lines: ArraySlice<UInt8>) {
    var rest = lines
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, 1_000) >= 0 || errno == EINTR else { return }
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  private static func open(_ path: String) throws(WoofError) -> Int32 {
    let descriptor = woof_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
    guard descriptor >= 0 else {
      throw WoofError(
        .internal,
        "The log cannot be written to \(path): \(String(cString: strerror(errno))). Name a file in a folder that the "
          + "service may write to.")
    }
    return descriptor
  }
}
