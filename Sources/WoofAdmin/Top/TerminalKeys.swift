import Glibc
import Synchronization
import WoofCommandLine

/// Keys as they are pressed, one by one, on a terminal that does not show them. The terminal is as before when nobody
/// listens any more.
final class TerminalKeys: Sendable {
  /// The keys, as bytes.
  let pressed: AsyncStream<UInt8>
  private let isListening = Mutex(true)

  /// Listens to standard input; no key ever comes where that is no terminal.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    pressed = stream
    let descriptor = StandardStream.input.rawValue
    guard TerminalChanges.change(descriptor, { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) }) else { return }
    Task { [self] in
      await BlockingThread.run { self.read(descriptor, continuation) }
      continuation.finish()
    }
  }

  /// Listens no more.
  func stop() {
    isListening.withLock { $0 = false }
    TerminalChanges.undo(StandardStream.input.rawValue)
  }

  private func read(_ descriptor: Int32, _ continuation: AsyncStream<UInt8>.Continuation) {
    while isListening.withLock({ $0 }) {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 50) > 0 else { continue }
      let isOpen = isListening.withLock { isListening in
        // What is typed after the end is for whoever reads next.
        guard isListening else { return false }
        var byte: UInt8 = 0
        guard Glibc.read(descriptor, &byte, 1) == 1 else { return false }
        continuation.yield(byte)
        return true
      }
      guard isOpen else { return }
    }
  }
}
