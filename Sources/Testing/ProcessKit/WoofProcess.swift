// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import Synchronization

/// A `woof serve` as a process of its own, which can be stopped, killed and started again.
package final class WoofProcess: Sendable {
  /// The result of a process that has ended.
  package struct Outcome: Sendable {
    /// Its exit code, or 128 plus the number of the signal that ended it.
    package let code: Int32
    /// The standard output; empty if that was discarded.
    package let output: String
    /// The log, and all else that it wrote to standard error.
    package let errors: String
  }

  private let woof: String
  private let arguments: [String]
  private let log: String
  private let output: String?
  private let environment: [String]?
  private let descriptor: Int32?
  private let process = Mutex<ChildProcess?>(nil)

  /// Prepares a service without starting it.
  ///
  /// - Parameters:
  ///   - woof: The path of the command.
  ///   - arguments: Its arguments behind `serve`.
  ///   - log: The file for the log, which begins anew at each start.
  ///   - output: The file for standard output, which begins anew as well; `nil` discards it.
  ///   - environment: The variables, as `NAME=value`; those of this process by default.
  ///   - descriptor: A descriptor of this process that the service finds as its descriptor 3; none by default.
  package init(
    _ woof: String, _ arguments: [String], log: String, output: String? = nil, environment: [String]? = nil,
    descriptor: Int32? = nil
  ) {
    self.woof = woof
    self.arguments = arguments
    self.log = log
    self.output = output
    self.environment = environment
    self.descriptor = descriptor
  }

  deinit { kill() }

  // MARK: Starting

  /// Starts the service and returns at once.
  ///
  /// - Parameter wrapper: A program with its arguments that runs the service, such as strace; none by default.
  /// - Throws: ``ProcessFailure`` where it cannot be started.
  package func launch(under wrapper: [String] = []) throws(ProcessFailure) {
    let words = wrapper + [woof, "serve"] + arguments
    let started = try ChildProcess(
      words[0], Array(words.dropFirst()), output: output.map { .file($0) } ?? .discarded, errors: .file(log),
      environment: environment, descriptor: descriptor)
    process.withLock { $0 = started }
  }

  /// Starts the service and waits until it listens at every address that its arguments give. It must log to standard
  /// error, and lines of the level `info`. Goes on to wait where the task is cancelled.
  ///
  /// - Throws: ``ProcessFailure`` where it cannot be started, ends, or does not listen within 90 seconds.
  package func start(under wrapper: [String] = []) async throws(ProcessFailure) {
    try launch(under: wrapper)
    let end = ContinuousClock.now + Self.patience
    while !isListening {
      guard isRunning, ContinuousClock.now < end else { throw failure }
      await Self.pause()
    }
  }

  /// The failure of a service that does not serve, with its log.
  package var failure: ProcessFailure {
    ProcessFailure("woof serve \(isRunning ? "does not listen" : "has ended"): \(errors)")
  }

  private static let patience = Duration.seconds(90)

  /// Lets some time pass, also in a task that is cancelled.
  private static func pause() async { await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value }

  private var isListening: Bool {
    let lines = logLines
    guard !arguments.contains("--metrics-listen") || lines.contains(where: { $0.contains("\"answering metrics\"") })
    else { return false }
    return addresses(in: lines).count >= max(1, arguments.count { $0 == "--listen" })
  }

  // MARK: While it runs

  /// The process id; 0 before the first start.
  package var identifier: pid_t { process.withLock { $0?.identifier ?? 0 } }

  /// `true` while the process runs.
  package var isRunning: Bool { process.withLock { $0 }?.isRunning ?? false }

  /// The addresses at which it listens, as its log says.
  package var addresses: [String] { addresses(in: logLines) }

  /// The lines of the log since the last start; one that is being written is left out.
  package var logLines: [Substring] { errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

  /// The standard error of the process since its last start.
  package var errors: String { Self.text(of: log) }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func addresses(in lines: [Substring]) -> [String] {
    lines.filter { $0.contains("\"listening\"") }.compactMap { line in
      guard let start = line.firstRange(of: "\"address\":\"")?.upperBound else { return nil }
      return String(line[start...].prefix { $0 != "\"" })
    }
  }

  // MARK: Ending

  /// Sends a signal to the process; nothing where it does not run.
  package func signal(_ number: Int32) { process.withLock { $0 }?.signal(number) }

  /// Waits for the process to end.
  ///
  /// - Throws: ``ProcessFailure`` where it does not within 90 seconds.
  package func outcome() async throws(ProcessFailure) -> Outcome {
    let end = ContinuousClock.now + Self.patience
    while isRunning {
      guard ContinuousClock.now < end else { throw ProcessFailure("woof serve does not end: \(errors)") }
      await Self.pause()
    }
    return Outcome(
      code: process.withLock { $0 }?.wait() ?? 0, output: output.map { Self.text(of: $0) } ?? "", errors: errors)
  }

  /// Ends the service as its operator would, and kills it if it has not ended in time; blocks.
  package func stop(within deadline: Duration = .seconds(15)) { process.withLock { $0 }?.stop(within: deadline) }

  /// Ends the service as a crash would; blocks until the process is gone.
  package func kill() {
    guard let process = process.withLock({ $0 }) else { return }
    process.signal(SIGKILL)
    process.wait()
  }
}
