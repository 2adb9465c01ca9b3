// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import TestKit

/// `woof account`.
struct AccountCommandTests {
  private static func account(
    _ words: String..., in folder: TemporaryFolder, input: String = ""
  ) async throws -> Program.Outcome {
    try await Program.run(["account"] + words + ["--data", folder.path("data")], input: input)
  }

  /// A folder with a data folder that has no accounts.
  private static func made() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await folder.make()
    return folder
  }

  @Test func `accounts are added and listed without a service`() async throws {
    let folder = try await Self.made()
    let empty = try await Self.account("list", in: folder)
    #expect(empty.code == 0)
    #expect(empty.errors == "Data folder: \(folder.path("data"))\n")
    #expect(empty.output.contains("woof account add"))
    #expect(try await Self.account("add", "ada", in: folder, input: "tail wagging\n").code == 0)
    #expect(try await Self.account("add", "--admin", "bob", in: folder, input: "tail wagging").code == 0)
    let list = try await Self.account("list", in: folder)
    let rows = list.output.split(separator: "\n").map { $0.split(separator: " ").prefix(5).map(String.init) }
    #expect(
      rows == [
        ["NAME", "ADMIN", "STATE", "PHOTOS", "FAVOURITES"], ["ada", "no", "enabled", "0", "0"],
        ["bob", "yes", "enabled", "0", "0"],
      ])
    let lines = try await Self.account("list", "--json", in: folder).output.split(separator: "\n")
    let accounts = try lines.map { try JSONValue(Array($0.utf8)) }
    #expect(accounts.map { $0["name"] } == ["ada", "bob"])
    #expect(accounts.map { $0["admin"] } == [false, true])
    #expect(
      accounts[0].names == ["name", "admin", "disabled", "createdAt", "photoCount", "favouriteCount", "dataFolder"])
  }

  @Test(arguments: [["add", "ada"], ["list"], ["passwd", "ada"], ["disable", "ada"], ["enable", "ada"]])
  func `a folder that is not a service's stays unchanged`(words: [String]) async throws {
    let folder = try TemporaryFolder()
    for name in ["", "/mistyped"] {
      let outcome = try await Program.run(
        ["account"] + words + ["--data", folder.path + name], input: "tail wagging\n")
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("there is no store in \(folder.path + name);"), "\(outcome.errors)")
      #expect(outcome.errors.contains("woof init"))
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `WOOF_DATA sets the folder for every command, and the option overrides it`() async throws {
    let folder = try await Self.made()
    let variable = ["WOOF_DATA=\(folder.path("data"))"]
    func run(_ words: String...) async throws -> Program.Outcome {
      try await Program(arguments: words, input: "tail wagging\n", environment: variable).outcome()
    }
    #expect(try await run("account", "add", "ada").errors == "Data folder: \(folder.path("data"))\n")
    #expect(try await run("check").errors.hasPrefix("Data folder: \(folder.path("data"))\n"))
    #expect(try await run("backup", folder.path("backup")).code == 0)
    #expect(try await run("restore", folder.path("backup"), "--data", folder.path("other")).code == 0)
    let accounts = try await run("account", "list", "--json", "--data", folder.path("other"))
    #expect(accounts.output.contains(#""dataFolder":"\#(folder.path("other"))""#), "\(accounts.output)")
    #expect(accounts.errors.isEmpty)
    let serving = try await ServingProgram(["--listen", "127.0.0.1:0"], environment: variable)
    #expect(try serving.log.contains { $0["message"] == "keeping data" && $0["folder"].text == folder.path("data") })
  }

  @Test func `changes are reported as JSON if requested`() async throws {
    let folder = try await Self.made()
    let outcome = try await Self.account("add", "ada", "--json", in: folder, input: "tail wagging\n")
    #expect(outcome.output == #"{"name":"ada","dataFolder":"\#(folder.path("data"))"}"# + "\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `an account that exists is left as it is`() async throws {
    let folder = try await Self.made()
    #expect(try await Self.account("add", "ada", in: folder, input: "tail wagging\n").code == 0)
    let again = try await Self.account("add", "--admin", "ada", in: folder, input: "another one\n")
    #expect(again.code == 1)
    #expect(again.errors.contains("woof account passwd ada"))
    #expect(try await Self.account("list", in: folder).output.contains("no"))
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      #expect(try serving.client(Credential("ada", "tail wagging")).get("/v1/me").status == 200)
      #expect(try serving.client(Credential("ada", "another one")).get("/v1/me").status == 401)
    }
  }

  @Test(arguments: ["passwd", "disable", "enable"])
  func `a missing account cannot be changed`(command: String) async throws {
    let folder = try await Self.made()
    let outcome = try await Self.account(command, "nobody", in: folder, input: "tail wagging\n")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("nobody"))
    #expect(outcome.errors.contains("woof account list"))
  }

  @Test(arguments: ["", "\n", "\u{0}\n", "a\u{7}b\n"])
  func `an invalid password is refused, and adds no account`(input: String) async throws {
    let folder = try await Self.made()
    let outcome = try await Self.account("add", "ada", in: folder, input: input)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("\nwoof account add: "))
    #expect(try await Self.account("list", "--json", in: folder).output.isEmpty)
  }

  @Test func `a password is never an argument and never shown`() async throws {
    let folder = try await Self.made()
    #expect(try await Self.account("add", "ada", "secret", in: folder).code == 2)
    let outcome = try await Self.account("add", "ada", in: folder, input: "tail wagging\n")
    #expect(!outcome.output.contains("wagging") && !outcome.errors.contains("wagging"))
  }

  @Test func `accounts change beside a running service, which notices`() async throws {
    let folder = try await Self.made()
    // What a test asks for again and again is no guess.
    let signIn = "{scryptLogN: 14, failures: {perAccountAndAddress: 1000, perAddress: 1000}}"
    try folder.write(#"{modules: {"service.http": {signIn: \#(signIn)}}}"#, to: "woof.json5")
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--config", folder.path("woof.json5")])
      let status = { (password: String) in try serving.client(Credential("ada", password)).get("/v1/me").status }
      #expect(try await Self.account("add", "ada", in: folder, input: "tail wagging\n").code == 0)
      #expect(try status("tail wagging") == 200)
      #expect(try await Self.account("passwd", "ada", in: folder, input: "ears flapping\n").code == 0)
      try await eventually { try status("tail wagging") == 401 }
      #expect(try status("ears flapping") == 200)
      #expect(try await Self.account("disable", "ada", in: folder).code == 0)
      try await eventually { try status("ears flapping") == 401 }
      #expect(try await Self.account("list", in: folder).output.contains("disabled"))
      #expect(try await Self.account("enable", "ada", in: folder).code == 0)
      try await eventually { try status("ears flapping") == 200 }
    }
  }

  @Test(arguments: [true, false])
  func `a hash has the configured cost`(isNamed: Bool) async throws {
    let folder = try await Self.made()
    let file = isNamed ? "elsewhere.json5" : "data/woof.json5"
    try folder.write(#"{modules: {"service.http": {signIn: {scryptLogN: 14}}}}"#, to: file)
    let options = isNamed ? ["--config", folder.path(file)] : []
    for command in ["add", "passwd"] {
      let words = ["account", command, "ada", "--data", folder.path("data")] + options
      #expect(try await Program.run(words, input: "tail wagging\n").code == 0)
      #expect(try await folder.passwordCost(of: "ada")?.logarithmOfN == 14)
    }
  }

  @Test func `the configuration's data folder is the default, and a wrong configuration is refused`()
    async throws
  {
    let folder = try await Self.made()
    let storage = #""storage.embedded": {folder: "\#(folder.path("data"))"}"#
    try folder.write("{modules: {\(storage)}}", to: "woof.json5")
    let words = ["account", "add", "ada", "--config", folder.path("woof.json5")]
    #expect(try await Program.run(words, input: "tail wagging\n").code == 0)
    #expect(try await folder.passwordCost(of: "ada")?.logarithmOfN == 15)
    try folder.write("{modules: {barking: true}}", to: "woof.json5")
    let refused = try await Program.run(words, input: "tail wagging\n")
    #expect(refused.code != 0)
    #expect(refused.errors.contains("barking"))
  }

  @Test func `a list shows the counts of each account`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let ada = serving.client(try await folder.addAccount("ada"))
      #expect(try ada.setFavourite(try ada.addPhoto()).status == 200)
      let list = try await Self.account("list", "--json", in: folder).output
      #expect(list.contains(#""photoCount":1,"favouriteCount":1"#))
    }
  }
}
