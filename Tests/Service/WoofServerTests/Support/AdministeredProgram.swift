// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofModel

@testable import TestKit

/// A running `woof serve` with its admin socket.
struct AdministeredProgram {
  let folder: TemporaryFolder
  let serving: ServingProgram

  /// Starts `woof serve` on a folder, on a free port of loopback.
  init(on folder: TemporaryFolder? = nil, _ arguments: [String] = []) async throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    serving = try await ServingProgram(on: folder, arguments)
  }

  /// The path of the socket.
  var socket: String { folder.path("data/admin.sock") }

  /// A client of the admin API.
  func client() -> Client { Client(as: nil) { [socket] in try RawClient(unixPath: socket) } }

  /// Adds an account.
  @discardableResult
  func addAccount(_ name: String, isAdministrator: Bool = false) throws -> Credential {
    let response = try client().send(
      "POST", "/admin/v1/accounts",
      json: #"{"name":"\#(name)","password":"\#(Credential.standardPassword)","admin":\#(isAdministrator)}"#)
    guard response.status == 201 else { throw TestFailure("\(response.status): \(response.text)") }
    return Credential(name)
  }

  /// A client of the service itself, of a new account.
  func member(_ name: String) throws -> Client { serving.client(try addAccount(name)) }
}

/// Runs `woof serve` with its admin socket for the time of `body`, on threads that may block.
func withAdministration(
  _ arguments: [String] = [], configuration: String? = nil,
  _ body: @escaping @Sendable (AdministeredProgram, Client) async throws -> Void
) async throws {
  try await blocking {
    let folder = try TemporaryFolder()
    var arguments = arguments
    if let configuration {
      try folder.write(configuration, to: "woof.json5")
      arguments += ["--config", folder.path("woof.json5")]
    }
    let program = try await AdministeredProgram(on: folder, arguments)
    try await body(program, program.client())
  }
}
