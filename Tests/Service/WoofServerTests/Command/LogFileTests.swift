// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit

/// The log of `woof serve` in a file.
struct LogFileTests {
  private static func program(on folder: TemporaryFolder, log: String) throws -> Program {
    try folder.write(#"{log: {file: "\#(log)"}}"#, to: "woof.json5")
    return try Program(arguments: [
      "serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--config", folder.path("woof.json5"),
    ])
  }

  @Test func `SIGUSR1 reopens the file after a rotation`() async throws {
    let folder = try TemporaryFolder()
    @Sendable func text(_ name: String) -> String { String(decoding: folder.read(name), as: UTF8.self) }
    try await blocking {
      let program = try Self.program(on: folder, log: folder.path("woof.log"))
      try await eventually { text("woof.log").contains("listening") }
      try #require(rename(folder.path("woof.log"), folder.path("woof.log.1")) == 0)
      program.signal(SIGUSR1)
      try await eventually { folder.names.contains("woof.log") }
      program.signal(SIGTERM)
      let outcome = try await program.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.errors.isEmpty)
      #expect(text("woof.log").contains("stopped"))
      #expect(!text("woof.log.1").contains("stopped"))
    }
  }

  @Test(arguments: ["data/woof.db", "data/blobs/log", "data/lock", "link/woof.db-wal", "file"])
  func `a file of the data folder is refused as the log`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      mkdir(folder.path("data"), 0o700)
      symlink("data", folder.path("link"))
      symlink("data/woof.db", folder.path("file"))
      let outcome = try await Self.program(on: folder, log: folder.path(name)).outcome()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("log.file: \(folder.path(name)) belongs to the data folder"), "\(outcome.errors)")
      #expect(folder.files(below: "data").isEmpty)
    }
  }

  @Test func `a file that cannot be written keeps the service from starting`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let outcome = try await Self.program(on: folder, log: folder.path("nowhere/woof.log")).outcome()
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("nowhere/woof.log: No such file or directory"), "\(outcome.errors)")
    }
  }
}
