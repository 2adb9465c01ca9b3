// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCore
package import WoofModel
internal import WoofSystem

/// The destination of log lines: a descriptor or a file that a thread of its own writes to, so that a slow reader of
/// the log holds nobody up.
///
/// Lines that do not fit the bounded buffer are counted and dropped, and the log says how many. Of refused requests and
/// failed sign-ins, a limited number a minute is written, and the others are counted in one line.
package final class LogSink: Sendable {
  /// A form of log lines.
  package enum Format: String, Sendable, CaseIterable {
    /// `key=value` pairs, for people.
    case logfmt
    /// One JSON object a line, for programs.
    case json
  }

  /// The importance of a line.
  package enum Level: String, Sendable, CaseIterable, Comparable {
    /// Details that only matter to whoever works on Woof.
    case debug
    /// Events that happen all the time: requests, start, stop.
    case info
    /// Matters that an operator should look at some day.
    case warning
    /// Matters that an operator should look at now.
    case error

    /// Orders levels by how much they matter.
    package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    fileprivate var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  /// The form of the lines.
  package let format: Format

  /// The lines that wait for the thread; `nil` where there is none.
  private let buffer: LogBuffer?
  private let write: @Sendable ([UInt8]) -> Void
  /// The time for which the line of a request may wait for others by default.
  package static let requestDelay = Duration.milliseconds(100)
  private let threshold: Atomic<Int>

  /// Lines below this level are not written. It may be changed at any time, from anywhere.
  package var level: Level {
    get { Level.allCases[threshold.load(ordering: .relaxed)] }
    set { threshold.store(newValue.rank, ordering: .relaxed) }
  }

  /// Returns `true` if lines of a level are written.
  package func writes(_ level: Level) -> Bool { level.rank >= threshold.load(ordering: .relaxed) }

  /// Starts a sink that writes to a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to write to; standard error by default. It is not closed.
  ///   - format: The form of a line.
  ///   - level: Lines below this level are not written.
  ///   - byteLimit: The most bytes that may wait to be written; 4 MB by default.
  ///   - refusalLines: The most lines of each kind of refusal that are written a minute; 100 by default.
  ///   - requestDelay: The time for which the line of a request may wait for others; ``requestDelay`` by default, and none
  ///     where the descriptor is a terminal.
  package convenience init(
    descriptor: Int32 = 2, format: Format, level: Level = .info, byteLimit: Int = 4_000_000,
    refusalLines: Int = 100, requestDelay: Duration = requestDelay
  ) {
    self.init(
      LogDestination(descriptor: descriptor), format: format, level: level, byteLimit: byteLimit,
      refusalLines: refusalLines, requestDelay: requestDelay)
  }

  /// Starts a sink that appends to a file, which is made where there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - format: The form of a line.
  ///   - level: Lines below this level are not written.
  ///   - byteLimit: The most bytes that may wait to be written; 4 MB by default.
  ///   - refusalLines: The most lines of each kind of refusal that are written a minute; 100 by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file cannot be opened.
  package convenience init(
    path: String, format: Format, level: Level = .info, byteLimit: Int = 4_000_000, refusalLines: Int = 100
  ) throws(WoofError) {
    self.init(
      try LogDestination(path: path), format: format, level: level, byteLimit: byteLimit, refusalLines: refusalLines,
      requestDelay: Self.requestDelay)
  }

  /// Makes a sink that hands lines to a function, at once and on the thread that logs, and summarises nothing. For tests.
  package init(format: Format, level: Level = .info, write: @escaping @Sendable (_ lines: [UInt8]) -> Void) {
    self.format = format
    threshold = Atomic(level.rank)
    buffer = nil
    self.write = write
  }

  private init(
    _ destination: LogDestination, format: Format, level: Level, byteLimit: Int, refusalLines: Int,
    requestDelay: Duration
  ) {
    self.format = format
    threshold = Atomic(level.rank)
    let buffer = LogBuffer(
      byteLimit: byteLimit, laneDelay: destination.isTerminal ? .zero : requestDelay, format: format,
      refusalLines: refusalLines)
    self.buffer = buffer
    write = { buffer.append($0) }
    SystemThread.start(named: "log") { buffer.writeUntilClosed(to: destination) }
  }

  deinit { buffer?.close() }

  /// Opens the file anew before the next line, as after a rotation has moved it away. Where that fails, lines go on
  /// into the old one, the first of them telling why. A descriptor stays what it is.
  package func reopen() { buffer?.reopen() }

  /// Makes a place for the lines of a thread that logs all the time; they are written soon, and before ``close()``
  /// returns.
  func makeLane() -> LogLane {
    if let buffer { return buffer.makeLane() }
    let write = self.write
    return LogLane(byteLimit: .max) { lane, _ in
      var lines: [UInt8] = []
      _ = lane.take(into: &lines)
      write(lines)
    }
  }

  /// Takes whole lines.
  func append(_ lines: [UInt8]) { write(lines) }

  /// The number of refusal lines that were counted in summaries instead of written.
  var summarisedCount: Int { buffer?.summarisedCount ?? 0 }

  /// Returns `true` if the line of a refusal is to be written; otherwise, counts it for the summary of the minute.
  func admits(_ kind: RefusalSummary.Kind, from address: String) -> Bool {
    buffer?.admits(kind, from: address) ?? true
  }

  /// Writes that somebody failed to sign in, unless too many did within the minute.
  ///
  /// The line is one that programs match: `Resources/fail2ban.conf` does.
  package func note(_ failure: FailedSignIn) {
    guard writes(.warning), admits(.failedSignIns, from: failure.address) else { return }
    var line = LogLine(format: format, level: .warning, message: "sign-in failed", time: SystemTimeSource().now())
    line.add("peer", failure.address)
    // A name that no account has may be a password, typed into the wrong field.
    if let account = failure.account { line.add("account", account.text) }
    append(line.finish())
  }

  /// Writes a line of its own, as at start and stop.
  package func note(_ level: Level, _ message: String, _ fields: KeyValuePairs<StaticString, String> = [:]) {
    guard writes(level) else { return }
    var line = LogLine(format: format, level: level, message: message, time: SystemTimeSource().now())
    for (name, value) in fields { line.add(name, value) }
    append(line.finish())
  }

  /// Writes what waits and ends the thread; lines that come later are dropped. Blocks until all is written.
  package func close() {
    buffer?.close()
    buffer?.waitUntilWritten()
  }
}

extension LogSink: MetricSource {
  /// Appends how many lines were not written one by one.
  package func write(to text: inout MetricsText) {
    text.single(
      "woof_log_summarised_lines_total", .counter,
      "Lines of refused requests and failed sign-ins that were counted in summaries.", summarisedCount)
  }
}
