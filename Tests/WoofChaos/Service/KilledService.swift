// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage

/// A `woof serve` that is killed and started again on the same port and data.
final class KilledService: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let password = "tail wagging"

  let port: UInt16
  private let woof: String
  private let data: String
  private let log: String
  private let process = Mutex<pid_t>(0)

  /// Prepares a service without starting it.
  init(_ woof: String, in folder: ScratchFolder) throws {
    self.woof = woof
    data = folder.path("data")
    log = folder.path("log")
    guard let port = LoopbackPort.free() else { throw Failure(description: "there is no free port") }
    self.port = port
  }

  deinit { kill() }

  /// Adds accounts, whose passwords cost next to nothing to be checked.
  func addAccounts(_ names: [String]) async throws {
    let cost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)
    let hash = try PasswordHash(hashing: Self.password, cost: cost)
    _ = try await DataFolder.make(at: data)
    let store = try EmbeddedStore(in: try DataFolder.open(at: data, for: .accounts))
    for name in names {
      guard let name = AccountName(name) else { throw Failure(description: "\(name) is no name") }
      _ = try await store.addAccount(name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now())
    }
    await store.close()
  }

  /// Starts the service, and waits until it can be connected to.
  func start() throws {
    let identifier = try spawn(["serve", "--data", data, "--listen", "127.0.0.1:\(port)"])
    process.withLock { $0 = identifier }
    for _ in 0..<2_000 {
      if LoopbackPort.connect(to: port).map({ close($0) }) != nil { return }
      guard waitpid(identifier, nil, WNOHANG) == 0 else { break }
      usleep(5_000)
    }
    throw Failure(
      description: "the service does not start: \((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")")
  }

  /// Kills the service as a power cut would, but for what the system has of its files.
  func kill() { end(with: SIGKILL) }

  /// Stops the service as an operator would.
  func stop() { end(with: SIGTERM) }

  /// Has `woof check` look at the data; gives what it found wrong.
  func check() throws -> String? {
    let identifier = try spawn(["check", "--data", data])
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    guard status != 0 else { return nil }
    return "woof check: \((try? String(contentsOfFile: log, encoding: .utf8))?.suffix(2_000) ?? "")"
  }

  private func end(with signal: Int32) {
    let identifier = process.withLock { process in
      defer { process = 0 }
      return process
    }
    guard identifier > 0 else { return }
    Foundation.kill(identifier, signal)
    waitpid(identifier, nil, 0)
  }

  private func spawn(_ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words = ([woof] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let number = posix_spawn(&identifier, woof, &actions, nil, &words, environ)
    guard number == 0 else { throw Failure(description: "\(woof): \(String(cString: strerror(number)))") }
    return identifier
  }
}
