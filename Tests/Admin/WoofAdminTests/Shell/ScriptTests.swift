// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import URLLoading
import WoofAdministration
import WoofClient
import WoofModel

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2))) struct `A script` {
  @Test func `accounts are added, shown and changed`() async throws {
    let service = try await AdminService()
    let script = """
      # who is there
      accounts add ada --yes
      tail wagging
      accounts add bob --admin --yes
      tail wagging
      accounts disable ada --yes
      accounts list
      accounts show bob --json
      """
    let outcome = try await service.shell(input: script)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map { $0.prefix(38).split(separator: " ").joined(separator: " ") }
    #expect(lines.prefix(3) == ["Added ada.", "Added bob.", "ada cannot sign in any more."])
    #expect(lines.dropFirst(3).prefix(3) == ["NAME ROLE STATE PHOTOS", "ada disabled 0", "bob administrator 0"])
    #expect(outcome.output.contains("{\"admin\":true,\"createdAt\":\""))
    #expect(!outcome.output.contains("wagging") && !outcome.errors.contains("wagging"))
    await service.stop()
  }

  @Test func `a password is taken unchanged, including blanks`() async throws {
    let service = try await AdminService()
    _ = try await service.run("accounts add ada --yes", input: "  correct horse \n")
    let account = try #require(URL(string: "\(service.address)/v1/me"))
    for (password, status) in [("  correct horse ", 200), ("correct horse", 401)] {
      var request = URLRequest(url: account)
      let credential = Data("ada:\(password)".utf8).base64EncodedString()
      request.setValue("Basic \(credential)", forHTTPHeaderField: "Authorization")
      let (_, response) = try await URLSession(configuration: .ephemeral).data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == status)
    }
    await service.stop()
  }

  @Test func `the first failure ends a script, and its line is named`() async throws {
    let service = try await AdminService()
    let outcome = try await service.shell(input: "status\n\naccounts show nobody\nstats\n")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("version"))
    #expect(!outcome.output.contains("favourites"))
    #expect(outcome.messages.hasPrefix("stdin:3: accounts show: Not found: "), "\(outcome.errors)")
    await service.stop()
  }

  @Test(arguments: [
    ("accuonts list", "unknown command ‘accuonts’; did you mean accounts?\nTry: help\n"),
    ("accounts lits", "accounts: unknown command ‘lits’; did you mean list?\nTry: accounts --help\n"),
    ("photos show 12", "photos show: ‘12’ is no ID (the id of a photo)\nTry: photos show --help\n"),
    ("'status", "the quote ' is not closed\n"), ("plan status", "status: this changes nothing: leave out plan\n"),
    ("accounts list --limit 5 --all", "accounts list: --all and --limit do not go together: leave one out\n"),
    ("\\watch 1", "\\watch: which command? As in: \\watch 2 stats\n"),
    ("accounts delete ada", "accounts delete: this changes something: add --yes, or see what it would do by: plan\n"),
  ])
  func `mistakes are reported with a remedy`(command: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path, "-c", command], environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.messages.hasPrefix(message.split(separator: "\nTry")[0].description), "\(outcome.errors)")
    #expect(outcome.code == 2)
  }

  @Test func `bytes that are not text are refused with their position`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("status ".utf8) + [0xFF, 0x0A], to: "script")
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path, "-f", folder.path("script")],
      environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.messages == "\(folder.path("script")):1: byte 8 is not UTF-8\n")
    #expect(outcome.code == 2)
  }

  @Test func `a service that does not run is reported with the command to start it`() async throws {
    let folder = try TemporaryFolder()
    func messages(_ data: String) async throws -> String {
      let outcome = try await Program(
        Shell.path, arguments: ["--data", data, "-c", "status"], environment: Shell.environment(folder)
      ).outcome()
      #expect(outcome.code == 1)
      return outcome.messages
    }
    #expect(
      try await messages(folder.path)
        == "No service runs on \(folder.path), which has no admin.sock: start it by: woof serve --data \(folder.path)\n"
    )
    #expect(try await messages("/none/such").hasPrefix("There is no folder /none/such: name "))
    let long = "/" + String(repeating: "a", count: 200)
    #expect(try await messages(long).hasPrefix("There is no folder \(long): name "))
    try folder.write("", to: "admin.sock")
    #expect(
      try await messages(folder.path).hasPrefix("Nobody listens at \(folder.path)/admin.sock, which a service has"))
  }

  @Test func `a data folder with a path too long for a socket is administered like others`() async throws {
    let service = try await AdminProcess(data: String(repeating: "long-", count: 40))
    #expect(try await service.run("status").contains(WoofVersion.current))
    service.kill()
    #expect(try await service.shell("-c", "status").messages.hasPrefix("Nobody listens at \(service.data)/admin.sock"))
  }

  @Test(.enabled(if: getuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0, "needs root, and another user"))
  func `a socket of another user is reported with the users who may use it`() async throws {
    let service = try await AdminService()
    let other = ["--reuid=65534", "--clear-groups"]
    // Where the tests are built, another user may have no access at all, and Foundation ends a program that cannot read its
    // own file.
    let reading = try await Program.run("/usr/bin/setpriv", other + ["/usr/bin/test", "-r", Shell.path])
    if reading.code == 0 {
      let outcome = try await Program.run(
        "/usr/bin/setpriv", other + [Shell.path, "--data", service.data, "-c", "status"])
      #expect(outcome.code == 1)
      #expect(outcome.messages.hasPrefix("\(service.data)/admin.sock may be used by root and the service's user only"))
    }
    await service.stop()
  }

  @Test func `events are shown as they come, and the end of their stream is an error`() async throws {
    let photo = try AdminPhoto.sample(1, caption: "Rex").metadata
    let change = PhotoChange(token: ChangeToken(rawValue: "t1"), kind: .favourites, photo: photo)
    let stub = try StubAdmin([
      "GET /admin/v1/events": change,
      "GET /admin/v1/changes": ChangePage(changes: [change], next: change.token, more: false),
    ])
    let outcome = try await stub.run("changes --limit 1", "events tail --owner ada --kind favourites")
    #expect(outcome.code == 1)
    #expect(
      outcome.output == String(repeating: "\(photo.id)  favourites  0 favourites, photo of ada: Rex\n", count: 2))
    #expect(outcome.errors.hasSuffix("events tail: the service ended the stream of events: ask again\n"))
    #expect(stub.requests.last == "GET /admin/v1/events?kind=favourites&owner=ada")
  }

  @Test func `a plan shows the effect of a command, and changes nothing`() async throws {
    let service = try await AdminProcess()
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    #expect(try await service.run("plan accounts disable ada").contains("ada"))
    #expect(try await service.run("accounts show ada").contains("disabled       no"))
    let plan = try await service.run("plan shutdown --json")
    #expect(plan.contains("\"isReversible\":"))
    let refused = try await service.shell("-c", "shutdown --yes")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--reason TEXT"))
    #expect(try await service.run("audit verify").hasPrefix("The audit log is whole: "))
    #expect(try await service.run("shutdown --yes --reason 'asked to'").contains("The service drains"))
    #expect(try await service.end() == 0)
    try await service.start()
    let audit = try await service.run("audit list")
    #expect(audit.contains("asked to") && audit.contains("shutdown"), "\(audit)")
  }

  @Test func `commands given by -c run in order, and their results can go to a file`() async throws {
    let service = try await AdminService()
    let file = service.folder.path("out")
    let outcome = try await service.shell(
      "-c", "\\o '\(file)'", "-c", "status", "-c", "\\o", "-c", "\\timing", "-c", "status --json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(String(decoding: service.folder.read("out"), as: UTF8.self).contains("version"))
    #expect(outcome.output.hasPrefix("{\"addresses\":["))
    #expect(outcome.errors.contains("Time: "))
    await service.stop()
  }

  @Test func `a service that stops during a command is an error, and the next command reconnects`() async throws {
    let folder = try TemporaryFolder()
    let listener = try ScriptedListener(path: folder.path("admin.sock")) { request in
      request.target.hasSuffix("/stats")
        ? Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{".utf8)
        : ScriptedListener.json("{\"name\":\"ada\"}")
    }
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path, "-c", "stats"], environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.messages.hasPrefix("The service went away before it had answered."), "\(outcome.errors)")
    let other = try await Program(
      Shell.path, arguments: ["--data", folder.path, "-c", "status"], environment: Shell.environment(folder)
    ).outcome()
    #expect(other.errors.contains("content that is not Woof's"), "\(other.errors)")
    #expect(listener.requests.map(\.target) == ["/admin/v1/stats", "/admin/v1/status"])
  }

  @Test func `the data folder is printed, but not if results are JSON`() async throws {
    let folder = try TemporaryFolder()
    func errors(_ arguments: [String], _ environment: String) async throws -> String {
      try await Program(
        Shell.path, arguments: arguments + ["-c", "status"], environment: Shell.environment(folder) + [environment]
      ).outcome().errors
    }
    let path = folder.path
    #expect(try await errors(["--data", path], "WOOF_DATA=/none").hasPrefix("Data folder: \(path)\nNo service runs"))
    #expect(try await errors([], "WOOF_DATA=\(path)").hasPrefix("Data folder: \(path)\n"))
    #expect(try await !errors(["--json", "--data", path], "WOOF_DATA=").contains("Data folder"))
  }

  @Test(arguments: [
    (["--json", "-c", "status"], "service-unreachable"), (["-c", "status --json"], "service-unreachable"),
    (["--json", "-c", "accuonts list"], "usage"), (["-c", "accounts lits --json"], "usage"),
    (["--json", "-c", "'status"], "usage"), (["--json", "--bogus"], "usage"),
    (["--json", "-f", "/none/such"], "failed"),
    (["-c", "accounts delete ada --json"], "usage"),
  ])
  func `mistakes are JSON if requested`(arguments: [String], code: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path] + arguments, environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.code == (code == "usage" ? 2 : 1))
    #expect(outcome.messages.hasPrefix(#"{"error":{"code":"\#(code)","message":""#), "\(outcome.errors)")
    #expect(outcome.messages.hasSuffix("}}\n"))
  }

  @Test func `in a script the position of a mistake is JSON, too`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path, "--json"], input: "\nfly\n", environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.errors.contains(#""place":"stdin:2""#), "\(outcome.errors)")
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A single command` {
  @Test func `a command runs with its own options`() async throws {
    let service = try await AdminService()
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    let outcome = try await service.shell("accounts", "list", "--json", "--limit", "1")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#""name":"ada""#))
    #expect(outcome.errors.isEmpty)
    #expect(try await service.shell("accounts", "--help").output.contains("passwords") == false)
    #expect(try await service.shell("--json", "accounts", "lits").errors.hasPrefix(#"{"error":{"code":"usage""#))
    #expect(try await service.shell("-c", "status", "accounts", "list").code == 2)
    await service.stop()
  }

  @Test(arguments: ["quit", "exit", "\\q"]) func `quit and exit end a script`(word: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path], input: "\(word)\nfly\n", environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `a question mark shows help`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program(
      Shell.path, arguments: ["--data", folder.path], input: "? photos delete\n", environment: Shell.environment(folder)
    ).outcome()
    #expect(outcome.output.contains("Usage: photos delete"))
  }
}
