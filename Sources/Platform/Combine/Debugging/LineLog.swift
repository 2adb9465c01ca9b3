/// Writes lines to a stream, from any thread, one after the other.
///
/// The stream is code of somebody else's, so that no lock is held while it writes: whoever comes meanwhile leaves
/// its line to the one who is writing.
final class LineLog {
  private let prefix: String
  private let lock = Lock()
  private var waiting: [String] = []
  private var isWriting = false

  /// It belongs to whoever is writing.
  private var stream: (any TextOutputStream)?

  /// - Parameters:
  ///   - prefix: What every line starts with, unless it is empty.
  ///   - stream: Where the lines go; standard output if `nil`.
  init(prefix: String, stream: (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = stream
  }

  func write(_ message: String) {
    let mustWrite = lock.withLock {
      waiting.append(prefix + message)
      defer { isWriting = true }
      return !isWriting
    }
    guard mustWrite else { return }
    while let line = nextLine() {
      if stream == nil {
        print(line)
      } else {
        stream?.write(line + "\n")
      }
    }
  }

  private func nextLine() -> String? {
    lock.withLock {
      if waiting.isEmpty {
        isWriting = false
        return nil
      }
      return waiting.removeFirst()
    }
  }
}
