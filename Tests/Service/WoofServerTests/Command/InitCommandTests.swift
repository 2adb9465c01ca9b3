// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// `woof init`.
struct InitCommandTests {
  private static func make(_ path: String, _ words: String...) async throws -> Program.Outcome {
    try await Program.run(["init", "--data", path] + words)
  }

  @Test func `init makes a folder that takes accounts and is served`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Self.make(folder.path("data"))
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors == "Data folder: \(folder.path("data"))\n")
    #expect(outcome.output.contains("woof account add --admin NAME --data \(folder.path("data"))"))
    let added = try await Program.run(
      ["account", "add", "ada", "--data", folder.path("data")], input: "tail wagging\n")
    #expect(added.code == 0, "\(added.errors)")
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      #expect(try serving.client(Credential("ada", "tail wagging")).get("/v1/me").status == 200)
    }
  }

  @Test func `an existing store stays unchanged`() async throws {
    let folder = try TemporaryFolder()
    _ = try await folder.addAccount("ada")
    let outcome = try await Self.make(folder.path("data"), "--json")
    #expect(outcome.code == 0)
    #expect(try JSONValue(Array(outcome.output.utf8))["made"] == false)
    #expect(try await Program.run(["account", "list", "--data", folder.path("data")]).output.contains("ada"))
  }

  @Test func `a folder with other files is refused`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "diary.txt")
    let outcome = try await Self.make(folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("is not empty and holds no store"))
    #expect(folder.names == ["diary.txt"])
  }

  @Test func `a configuration can be in the folder already`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "woof.json5")
    #expect(try await Self.make(folder.path).code == 0)
  }
}
