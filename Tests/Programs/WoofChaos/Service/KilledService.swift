// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessKit
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

  /// The place where the service itself listens.
  let place: ServicePlace
  private let woof: String
  private let data: String
  private let process: WoofProcess

  /// Prepares a service without starting it.
  ///
  /// - Parameter isEncrypted: `true` if its connections are encrypted, by a certificate that it makes itself; not by default.
  init(_ woof: String, in folder: ScratchFolder, isEncrypted: Bool = false) throws {
    self.woof = woof
    data = folder.path("data")
    guard let port = LoopbackPort.free() else { throw Failure(description: "there is no free port") }
    place = ServicePlace(
      port: port, authority: isEncrypted ? URL(fileURLWithPath: "\(data)/development.pem") : nil)
    process = WoofProcess(
      woof, ["--data", data, "--listen", "127.0.0.1:\(port)"] + (isEncrypted ? ["--tls-self-signed"] : []),
      log: folder.path("log"))
  }

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

  /// Starts the service, and waits until it listens.
  func start() async throws { try await process.start() }

  /// Kills the service as a power cut would, but for what the system has of its files.
  func kill() { process.kill() }

  /// Stops the service as an operator would.
  func stop() { process.stop(within: .seconds(120)) }

  /// Has `woof check` look at the data; gives what it found wrong.
  func check() throws -> String? {
    let file = "\(data).check"
    let check = try ChildProcess(woof, ["check", "--data", data], output: .file(file), errors: .inherited)
    guard check.wait() != 0 else { return nil }
    return "woof check: \((try? String(contentsOfFile: file, encoding: .utf8))?.suffix(2_000) ?? "")"
  }
}
