// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// One of the three streams that a program starts with.
package enum StandardStream: Int32, Sendable {
  /// Standard input.
  case input = 0
  /// Standard output.
  case output = 1
  /// Standard error.
  case error = 2

  /// `true` if the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The number of columns of the terminal; `nil` if the stream is no terminal, or the terminal does not know.
  package var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The first error number of a write to standard output; 0 while it takes everything.
  private static let outputError = Atomic<Int32>(0)

  /// `true` while standard output takes everything that is written to it.
  package static var takesOutput: Bool { outputError.load(ordering: .relaxed) == 0 }

  /// Checks that standard output has taken everything that was written to it, unless its reader has left.
  ///
  /// - Throws: ``CommandFailure/outputFailed``, as when the disk is full.
  package static func checkOutput() throws(CommandFailure) {
    // Whoever leaves, as a pager does, has read enough.
    guard takesOutput || outputError.load(ordering: .relaxed) == EPIPE else { throw .outputFailed }
  }

  /// Writes a whole text, unless the stream fails; ``checkOutput()`` throws if standard output has failed.
  package func write(_ text: String) { Self.write(text, to: rawValue) }

  /// Writes a whole text to a descriptor, unless that fails.
  package static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      switch count < 0 && !(errno == EAGAIN && awaitsRoom(descriptor)) ? errno : 0 {
      case 0: bytes = bytes.dropFirst(max(0, count))
      case EINTR: continue
      case let number:
        guard descriptor == Self.output.rawValue else { return }
        _ = outputError.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        return
      }
    }
  }

  /// Waits until a descriptor that does not block takes more bytes. Returns `false` if the wait failed or was
  /// interrupted; `errno` has the reason.
  private static func awaitsRoom(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0
  }
}
