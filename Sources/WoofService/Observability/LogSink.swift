internal import Synchronization
internal import WoofCore
public import WoofModel

/// Where log lines go: a descriptor or a file that a thread of its own writes to, so that a slow reader of the log holds
/// nobody up.
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

    fileprivate var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  /// How lines are written.
  public let format: Format

  private let buffer: LogBuffer
  private let threshold: Atomic<Int>

  /// Lines below this level are not written. It may be changed at any time, from anywhere.
  public var level: Level {
    get { Level.allCases[threshold.load(ordering: .relaxed)] }
    set { threshold.store(newValue.rank, ordering: .relaxed) }
  }

  /// Whether lines of a level are written.
  public func writes(_ level: Level) -> Bool { level.rank >= threshold.load(ordering: .relaxed) }

  /// Starts a sink that writes to a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: Where lines are written; standard error by default. It is not closed.
  ///   - format: How lines are written.
  ///   - level: Lines below this level are not written.
  ///   - byteLimit: How many bytes may wait to be written; 4 MB by default.
  public convenience init(
    descriptor: Int32 = 2, format: Format, level: Level = .info, byteLimit: Int = 4_000_000
  ) {
    self.init(LogDestination(descriptor: descriptor), format: format, level: level, byteLimit: byteLimit)
  }

  /// Starts a sink that appends to a file, which is made where there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - format: How lines are written.
  ///   - level: Lines below this level are not written.
  ///   - byteLimit: How many bytes may wait to be written; 4 MB by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file cannot be opened.
  public convenience init(
    path: String, format: Format, level: Level = .info, byteLimit: Int = 4_000_000
  ) throws(WoofError) {
    self.init(try LogDestination(path: path), format: format, level: level, byteLimit: byteLimit)
  }

  private init(_ destination: LogDestination, format: Format, level: Level, byteLimit: Int) {
    self.format = format
    threshold = Atomic(level.rank)
    let buffer = LogBuffer(byteLimit: byteLimit, format: format)
    self.buffer = buffer
    WorkerPool.startThread(name: "log") { buffer.writeUntilClosed(to: destination) }
  }

  deinit { buffer.close() }

  /// Opens the file anew before the next line, as after a rotation has moved it away. Where that fails, lines go on
  /// into the old one, the first of them telling why. A descriptor stays what it is.
  public func reopen() { buffer.reopen() }

  /// Takes whole lines.
  func append(_ lines: [UInt8]) { buffer.append(lines) }

  /// Writes a line of its own, as at start and stop.
  public func note(_ level: Level, _ message: String, _ fields: KeyValuePairs<StaticString, String> = [:]) {
    guard writes(level) else { return }
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
