// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import ProcessKit
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit

/// A node of `woof serve` with a database and an object store.
struct NodeConfiguration {
  /// Its number, which names what it has in the folder of all nodes.
  let number: Int
  let port: Int
  /// The address of the database, without a password.
  let connection: String
  let storePort: Int

  /// Writes the configuration into a folder, with the files that it names.
  ///
  /// - Returns: The path of the configuration.
  func write(to folder: TemporaryFolder) throws -> String {
    try folder.write(PostgreSQLTestServer.password + "\n", to: "password")
    try folder.write(#"{ accessKey: "AKIDTEST", secret: "verysecret" }"#, to: "credentials")
    try folder.write(text(in: folder), to: "node\(number).json5")
    return folder.path("node\(number).json5")
  }

  /// Writes the configuration into a folder, and prepares the node.
  func makeProcess(of woof: String, in folder: TemporaryFolder) throws -> WoofProcess {
    WoofProcess(woof, ["--config", try write(to: folder)], log: folder.path("node\(number).log"))
  }

  private func text(in folder: TemporaryFolder) -> String {
    """
    {
      modules: {
        "storage.embedded": { enabled: false },
        "storage.postgres": {
          enabled: true, folder: "\(folder.path("node\(number)"))", connection: "\(connection)",
          passwordFile: "\(folder.path("password"))", deadline: "3s",
        },
        "storage.s3": {
          enabled: true, endpoint: "http://127.0.0.1:\(storePort)", bucket: "faulty",
          credentials: "\(folder.path("credentials"))",
        },
        "service.http": {
          listen: ["127.0.0.1:\(port)"], rates: { perAccount: 0, perAddress: 0 },
        },
      },
    }
    """
  }
}

extension MortalPostgreSQL {
  /// Lets the two minutes pass for which a node that is gone keeps others from its requests.
  func lapse() {
    _ = try? execute(
      "UPDATE running_key SET expires_at = 0; UPDATE upload SET completing_until = 0 WHERE is_complete", in: "woof")
  }
}

extension CredentialStore {
  /// Adds accounts, whose passwords cost next to nothing to be checked.
  func addAccounts(named names: [String]) async throws {
    let cost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)
    let hash = try PasswordHash(hashing: NodeClient.password, cost: cost)
    for name in names {
      guard let name = AccountName(name) else { throw TestFailure("\(name) is no name") }
      _ = try await addAccount(name, passwordHash: hash, isAdministrator: false, at: SystemTimeSource().now())
    }
  }
}
