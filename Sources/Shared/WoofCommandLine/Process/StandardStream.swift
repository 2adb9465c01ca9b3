import Glibc
import Synchronization

/// One of the three streams that a program is born with.
public enum StandardStream: Int32, Sendable {
  /// Standard input.
  case input = 0
  /// Standard output.
  case output = 1
  /// Standard error.
  case error = 2

  /// Whether the stream is a terminal.
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has; `nil` where the stream is none, or does not know.
  public var width: Int? {
    var size = winsize()
    guard isTerminal, ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Why standard output took no more, the first time; 0 while it takes everything.
  private static let outputError = Atomic<Int32>(0)

  /// Whether standard output takes what is written to it.
  public static var takesOutput: Bool { outputError.load(ordering: .relaxed) == 0 }

  /// Makes sure that standard output has taken what was written to it, as far as somebody reads it.
  ///
  /// - Throws: ``CommandFailure/outputFailed``, as when the disk is full.
  public static func checkOutput() throws(CommandFailure) {
    // Whoever leaves, as a pager does, has read enough.
    guard takesOutput || outputError.load(ordering: .relaxed) == EPIPE else { throw .outputFailed }
  }

  /// Writes a text, all of it, unless the stream fails, which ``checkOutput()`` tells of standard output.
  public func write(_ text: String) { Self.write(text, to: rawValue) }

  /// Writes a text to a descriptor, all of it, unless that fails.
  public static func write(_ text: String, to descriptor: Int32) {
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

  /// Waits until a descriptor takes more, which another program may have set not to wait by itself. Gives whether that
  /// can be waited for; `errno` says why it cannot, or that it was interrupted.
  private static func awaitsRoom(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0
  }
}
