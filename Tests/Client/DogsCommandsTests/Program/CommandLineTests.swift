// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DogsCommands
@testable import TestKit
@testable import WoofCommandLine

@Suite struct `The command line of dogs` {
  private static let commands = [
    "list", "show", "fetch", "download", "archive", "upload", "edit", "delete", "restore", "trash", "account", "passwd",
    "favourite", "unfavourite", "favourites", "watch", "sync", "pending", "pin", "unpin", "pinned", "login", "logout",
    "completions", "manual", "ticket create", "ticket list", "ticket revoke", "app-password create",
    "app-password list",
    "app-password revoke", "session list", "session end", "invite create", "invite list", "invite revoke", "signup",
    "albums", "album create", "album show", "album add", "album remove", "album edit", "album delete",
    "album contributors add", "album contributors remove",
    "link create", "link list", "link edit", "link revoke",
  ]

  @Test(arguments: commands)
  func `every command has help that fits a terminal`(command: String) throws {
    guard
      case .show(let text) = try DogsProgram.interface.parse(
        command.split(separator: " ").map(String.init) + ["--help"])
    else {
      Issue.record("no help")
      return
    }
    #expect(text.hasPrefix("dogs \(command): "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    (["bark"], "there are list"), (["fetch"], "ID is missing"), (["fetch", "rex"], "no id of a photo"),
    (["fetch", "0193a7b2-c4d5-7e6f-8123-456789abcdef", "--json"], "-o FILE"), (["download"], "say which photos"),
    (["download", "--all", "--mine"], "say which photos"), (["list", "--all", "--limit", "3"], "leave one out"),
    (["--url"], "needs its value URL"), (["--bark", "list"], "unknown option"), (["completions", "csh"], "bash"),
    (["sync", "--scope", "mine"], "newest=N"), (["sync", "--offline"], "leave --offline out"),
    (["sync", "--originals", "x", "--scope", "favourites"], "add own"), (["pending", "retry"], "retry NUMBER"),
    (["pending", "discard", "all"], "all-problems"), (["upload", "x", "--jobs", "0"], "1 … 64"),
    (["show", "x", "--picture", "oil"], "kitty"), (["ticket", "create"], "FILE is missing"),
    (["ticket", "revoke", "rex"], "the id of a ticket"),
    (["albums", "--all", "--owner", "ada"], "leave one out"), (["album", "create"], "TITLE is missing"),
    (["album", "add", "Lake"], "ID is missing"), (["album", "add", "Lake", "rex"], "no id of a photo"),
    (["album", "edit", "Lake"], "say what to change"), (["album", "edit", "Lake", "--cover", "rex"], "or none"),
    (["album", "contributors"], "there are add, remove"), (["album", "show", ""], "no ALBUM"),
    (["album", "contributors", "add", "Lake", ".."], "no NAME"),
    (["list", "--album", "Lake", "--mine"], "leave one out"),
    (["link", "create"], "--album ALBUM or --photo ID"), (["link", "create", "--photo", "rex"], "the id of a photo"),
    (["link", "create", "--album", "Lake", "--photo", "0193a7b2"], "leave one out"),
    (["link", "list", "--album", "Lake", "--photo", "0193a7b2"], "leave one out"),
    (["link", "create", "--album", "Lake", "--expires", "soon"], "as 12h or 30d"),
    (["link", "create", "--album", "Lake", "--expires", "0d"], "as 12h or 30d"),
    (["link", "create", "--album", "Lake", "--password=wag"], "--password"),
    (["link", "edit", "0193a7b2-c4d5-7e6f-8123-456789abcdef"], "say what to change"),
    (["link", "edit", "0193a7b2-c4d5-7e6f-8123-456789abcdef", "--download", "--no-download"], "leave one out"),
    (["link", "edit", "--download"], "LINK is missing"), (["link", "revoke", "rex"], "see: dogs link list"),
    (["download", "--album", "Lake", "--all"], "say which photos"),
    (["archive"], "say which photos"), (["archive", "--album", "Lake", "0193a7b2"], "say which photos"),
    (["archive", "rex"], "no id of a photo"), (["archive", "--mine", "-o", "-"], "add -o FILE"),
  ])
  func `mistakes on the command line are named`(words: [String], remedy: String) throws {
    let error = #expect(throws: UsageError.self) { try DogsProgram.interface.parse(words) }
    #expect(error?.message.contains(remedy) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ["list", "--limt", "3", "--json"], ["--json", "bark"], ["--json"], ["upload", "--json"], ["show", "--json=yes"],
    ["fetch", "0193a7b2-c4d5-7e6f-8123-456789abcdef", "--json"], ["completions", "--json", "bash"],
    ["--url", "--json"],
  ])
  func `with --json, a wrong command line is reported as JSON`(words: [String]) async throws {
    let outcome = try await Dogs.run(words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    let lines = try JSONLines(outcome.errors)
    #expect(lines.count == 1 && lines.first?["error"] == "usage", "\(outcome)")
  }

  @Test(arguments: [["fetch", "--", "--json"], ["list", "--limt"]])
  func `without --json, a wrong command line is reported as text`(words: [String]) async throws {
    let outcome = try await Dogs.run(words)
    #expect(outcome.code == 2)
    #expect(outcome.errors.hasPrefix("dogs ") && outcome.errors.contains("--help"), "\(outcome)")
  }

  @Test func `dogs without arguments shows its help`() async throws {
    let outcome = try await Dogs.run([])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("Usage: dogs COMMAND") && outcome.output.contains("upload"), "\(outcome)")
  }

  @Test func `common options are allowed before and after the command`() throws {
    for words in [
      ["--url", "http://x", "--json", "list"], ["list", "--json", "--url=http://x"],
      ["--url=http://x", "list", "--json"],
    ] {
      guard case .run(let command, "dogs list") = try DogsProgram.interface.parse(words) else {
        Issue.record("not run")
        return
      }
      #expect(command is ListCommand)
    }
    let error = #expect(throws: UsageError.self) {
      try DogsProgram.interface.parse(["--url", "http://x", "list", "--url", "http://y"])
    }
    #expect(error?.message == "--url is given twice")
  }

  @Test func `the address comes from the option, the environment or the default`() {
    #expect(ServiceOptions.read([:]).address == "http://127.0.0.1:9663")
    #expect(ServiceOptions.read(["DOGS_URL": "https://dogs.example"]).address == "https://dogs.example")
    #expect(ServiceOptions.read(["DOGS_URL": ""]).address == "http://127.0.0.1:9663")
  }

  @Test(arguments: [
    (["HOME": "/home/ada"], "/home/ada/.config/dogs/credentials.json"),
    (["HOME": "/home/ada", "XDG_CONFIG_HOME": "/cfg"], "/cfg/dogs/credentials.json"),
    (["HOME": "/home/ada", "XDG_CONFIG_HOME": "relative"], "/home/ada/.config/dogs/credentials.json"),
    (["DOGS_CREDENTIALS": "/x.json"], "/x.json"),
  ])
  func `credentials are kept in the user's configuration folder`(environment: [String: String], path: String) {
    #expect(ServiceOptions.read(environment).credentials.path == path)
  }

  @Test func `the manual is valid roff, and describes every command`() async throws {
    let text = DogsProgram.interface.manual()
    for command in Self.commands {
      #expect(text.contains(".SS \"dogs \(command.replacing("-", with: "\\-"))"))
    }
    let folder = try TemporaryFolder()
    try folder.write(text, to: "dogs.1")
    try await blocking {
      let read = try await Program.run(
        "man", ["--warnings", "-l", folder.path("dogs.1")], environment: ["MANWIDTH=80", "LC_ALL=C.UTF-8"])
      // Where man is not installed, there is nobody to say whether it can be read.
      guard read.code != 127 else { return }
      #expect(read.code == 0)
      #expect(!read.errors.contains("warning"), "\(read.errors)")
      #expect(read.output.contains("EXIT STATUS"))
    }
  }
}

extension ServiceOptions {
  fileprivate static func read(_ environment: [String: String]) -> ServiceOptions {
    var reader = ArgumentReader()
    return ServiceOptions(from: &reader, environment: environment)
  }
}
