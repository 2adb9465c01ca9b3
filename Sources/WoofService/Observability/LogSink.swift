internal import WoofCore

/// Where log lines go: a descriptor that a thread of its own writes to, so that a slow reader of the log holds nobody up.
/// Lines that do not fit the bounded buffer are counted and dropped, and the log says how many.
public final class LogSink: Sendable {
  /// How lines are written.
  public enum Format: String, Sendable, CaseIterable {
    /// `key=value` pairs, for people.
    case logfmt
    /// One JSON object a line, for programs.
    case json
  }

  /// How much a line matters.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// What only matters to whoever works on Woof.
    case debug
    /// What happens all the time: requests, start, stop.
    case info
    /// What an operator should look at some day.
    case warning
    /// What an operator should look at now.
    case error

    /// Orders levels by how much they matter.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// How lines are written.
  public let format: Format
  /// Lines below this level are not written.
  public let level: Level

  private let buffer: LogBuffer

  /// Starts a sink.
  ///
  /// - Parameters:
  ///   - descriptor: Where lines are written; standard error by default. It is not closed.
  ///   - format: How lines are written.
  ///   - level: Lines below this level are not written.
  ///   - byteLimit: How many bytes may wait to be written; 4 MB by default.
  public init(descriptor: Int32 = 2, format: Format, level: Level = .info, byteLimit: Int = 4_000_000) {
    self.format = format
    self.level = level
    let buffer = LogBuffer(byteLimit: byteLimit, format: format)
    self.buffer = buffer
    WorkerPool.startThread(name: "log") { buffer.writeUntilClosed(to: descriptor) }
  }

  deinit { buffer.close() }

  /// Takes whole lines.
  func append(_ lines: [UInt8]) { buffer.append(lines) }

  /// Writes a line of its own, as at start and stop.
  public func note(_ level: Level, _ message: String, _ fields: KeyValuePairs<StaticString, String> = [:]) {
    guard level >= self.level else { return }
    var line = LogLine(format: format, level: level, message: message, time: SystemTimeSource().now())
    for (name, value) in fields { line.add(name, value) }
    append(line.finish())
  }

  /// Writes what waits and ends the thread; lines that come later are dropped. Blocks until all is written.
  public func close() {
    buffer.close()
    buffer.waitUntilWritten()
  }
}
