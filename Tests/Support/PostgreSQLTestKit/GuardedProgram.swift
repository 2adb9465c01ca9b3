// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
@testable import TestKit

/// A shell script that starts a server, and that ends it when this process ends, however it does: the script waits for the end
/// of its standard input, which nobody else has the other end of.
final class GuardedProgram: Sendable {
  private let process: pid_t
  private let input: Int32

  /// Starts a script, and waits until it has written a line that says `ready`; blocks until then.
  ///
  /// - Parameter folder: Goes when the script has ended. Whom the script runs as may not remove it from where it lies.
  /// - Throws: `TestFailure` with what it wrote, where it ends before that.
  init(_ script: String, in folder: String, _ arguments: [String]) throws {
    let words =
      ["/bin/sh", "-c", #"trap '' TERM INT HUP; folder=$1; shift; "$@"; rm -rf "$folder""#, "sh", folder]
      + PostgreSQLInstallation.asUser + ["/bin/sh", "-c", script, "sh", folder] + arguments
    var (inputs, outputs) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw TestFailure("pipe: \(errno)") }
    for descriptor in inputs + outputs { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A signal from the terminal is for the tests, whose end ends this.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    let number = posix_spawnp(&process, words[0], &actions, &attributes, &pointers, environ)
    close(inputs[0])
    close(outputs[1])
    (self.process, input) = (process, inputs[1])
    guard number == 0 else { throw TestFailure("\(words[0]): \(number)") }
    defer { close(outputs[0]) }
    try Self.awaitReady(outputs[0])
  }

  /// Ends the server and waits until it has ended.
  func end() {
    close(input)
    waitpid(process, nil, 0)
  }

  private static func awaitReady(_ output: Int32) throws {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.split(separator: "\n").contains("ready") {
      let count = read(output, &buffer, buffer.count)
      guard count > 0 else { throw TestFailure("the server did not start: \(text)") }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
  }
}
