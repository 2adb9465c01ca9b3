// SPDX-License-Identifier: Apache-2.0

package import Glibc
internal import Synchronization

/// A program that this one started, and ends.
package final class ChildProcess: Sendable {
  /// The destinations of a program's output.
  package enum Output: Sendable {
    /// The output is discarded.
    case discarded
    /// The output goes to the same stream as this program's own.
    case inherited
    /// The output goes into a file, which is made or emptied.
    case file(String)
  }

  /// The process id.
  package let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

  private static let running = Mutex<Set<pid_t>>([])

  /// Starts a program, which `PATH` finds where its name has no slash.
  ///
  /// - Parameters:
  ///   - environment: The variables, as `NAME=value`; those of this process by default.
  ///   - descriptor: A descriptor of this process that the program finds as its descriptor 3; none by default.
  /// - Throws: ``ProcessFailure`` where it cannot be started.
  package init(
    _ program: String, _ arguments: [String], input: String = "/dev/null", output: Output = .discarded,
    errors: Output = .discarded, environment: [String]? = nil, descriptor: Int32? = nil
  ) throws(ProcessFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    Self.redirect(STDOUT_FILENO, to: output, &actions)
    Self.redirect(STDERR_FILENO, to: errors, &actions)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Whoever waits for signals blocks them in this process; a child begins without that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = (environment ?? Self.environment).map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier = pid_t()
    // Held meanwhile, so that nothing is started once all have been killed.
    let number = Self.running.withLock { running in
      let number = posix_spawnp(&identifier, program, &actions, &attributes, &words, &variables)
      if number == 0 { running.insert(identifier) }
      return number
    }
    guard number == 0 else {
      throw ProcessFailure("\(program) could not be started: \(String(cString: strerror(number)))")
    }
    self.identifier = identifier
  }

  /// Kills all programs that this one started and that still run, and runs `last`; meanwhile no other is started.
  package static func killAll(_ last: () -> Void) {
    running.withLock { running in
      for process in running { Glibc.kill(process, SIGKILL) }
      for process in running { waitpid(process, nil, 0) }
      last()
    }
  }

  /// Sends a signal, unless the program has ended.
  package func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { _ = Glibc.kill(identifier, number) }
    }
  }

  /// Waits for the program to end, and returns its exit code, or 128 plus the number of the signal that ended it.
  @discardableResult
  package func wait() -> Int32 {
    var raw: Int32 = 0
    while status.withLock({ $0 == nil }) {
      guard waitpid(identifier, &raw, 0) == identifier || errno != EINTR else { continue }
      settle(raw)
    }
    return status.withLock { $0 } ?? 0
  }

  /// `true` while the program runs.
  package var isRunning: Bool {
    var raw: Int32 = 0
    if status.withLock({ $0 == nil }), waitpid(identifier, &raw, WNOHANG) == identifier { settle(raw) }
    return status.withLock { $0 == nil }
  }

  /// Asks the program to end, and kills it if it has not done so in time.
  ///
  /// - Returns: Its exit code.
  @discardableResult
  package func stop(within deadline: Duration = .seconds(15)) -> Int32 {
    signal(SIGTERM)
    let end = ContinuousClock.now + deadline
    while isRunning {
      if ContinuousClock.now > end { signal(SIGKILL) }
      usleep(2000)
    }
    return wait()
  }

  private func settle(_ raw: Int32) {
    Self.running.withLock { _ = $0.remove(identifier) }
    let signal = raw & 0x7F
    status.withLock { $0 = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal }
  }

  private static func redirect(_ descriptor: Int32, to output: Output, _ actions: inout posix_spawn_file_actions_t) {
    switch output {
    case .discarded: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    case .inherited: break
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
  }

  /// The variables of this process.
  private static var environment: [String] {
    var variables: [String] = []
    var entry = environ
    while let text = entry.pointee {
      variables.append(String(cString: text))
      entry += 1
    }
    return variables
  }
}

/// A program that could not be started, or has ended too early.
package struct ProcessFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
