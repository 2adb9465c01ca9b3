// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import WoofCommandLine

/// A program that this one started, and ends.
final class ChildProcess: Sendable {
  /// The destinations of a program's output.
  enum Output: Sendable {
    /// The output is discarded.
    case discarded
    /// The output goes to the same stream as this program's own.
    case inherited
    /// The output goes into a file, which is made or emptied.
    case file(String)
  }

  /// The process id.
  let identifier: pid_t
  private let status = Mutex<Int32?>(nil)

  /// Starts a program, which `PATH` finds where its name has no slash.
  ///
  /// - Throws: `CommandFailure` where it cannot be started.
  init(
    _ program: String, _ arguments: [String], input: String = "/dev/null", output: Output = .discarded,
    errors: Output = .discarded
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    Self.redirect(STDOUT_FILENO, to: output, &actions)
    Self.redirect(STDERR_FILENO, to: errors, &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Interruption blocks signals in this process; a child begins without that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let number = posix_spawnp(&identifier, program, &actions, &attributes, &words, environ)
    guard number == 0 else {
      throw CommandFailure("\(program) could not be started: \(String(cString: strerror(number)))")
    }
    self.identifier = identifier
    Interruption.watch(identifier)
  }

  /// Sends a signal, unless the program has ended.
  func signal(_ number: Int32) {
    status.withLock { status in
      if status == nil { _ = Glibc.kill(identifier, number) }
    }
  }

  /// Waits for the program to end, and returns its exit code, or 128 plus the number of the signal that ended it.
  @discardableResult
  func wait() -> Int32 {
    var raw: Int32 = 0
    while status.withLock({ $0 == nil }) {
      guard waitpid(identifier, &raw, 0) == identifier || errno != EINTR else { continue }
      settle(raw)
    }
    return status.withLock { $0 } ?? 0
  }

  /// `true` while the program runs.
  var isRunning: Bool {
    var raw: Int32 = 0
    if status.withLock({ $0 == nil }), waitpid(identifier, &raw, WNOHANG) == identifier { settle(raw) }
    return status.withLock { $0 == nil }
  }

  /// Asks the program to end, and kills it if it has not done so in time.
  ///
  /// - Returns: Its exit code.
  @discardableResult
  func stop(within deadline: Duration = .seconds(15)) -> Int32 {
    signal(SIGTERM)
    let end = ContinuousClock.now + deadline
    while isRunning {
      if ContinuousClock.now > end { signal(SIGKILL) }
      usleep(2000)
    }
    return wait()
  }

  private func settle(_ raw: Int32) {
    Interruption.forget(identifier)
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
}

extension ChildProcess {
  /// Runs a program to its end and returns its standard output.
  ///
  /// - Throws: `CommandFailure` where it cannot be started or fails.
  static func output(of program: String, _ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let (output, errors) = (folder.path("output"), folder.path("errors"))
    let child = try ChildProcess(program, arguments, output: .file(output), errors: .file(errors))
    let code = child.wait()
    guard code == 0 else {
      throw CommandFailure("\(program) failed with \(code): \((try? TextFile.read(errors)) ?? "")")
    }
    return try TextFile.read(output)
  }
}
