// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2)), .serialized) struct `The shell on a terminal` {
  @Test func `a session begins with a greeting, and control D ends it`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    #expect(terminal.shown.contains("on \(service.data), process "))
    try terminal.type("\u{4}")
    #expect(try await terminal.outcome() == 0)
    #expect(terminal.isAsUsual)
    await service.stop()
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func `a signal leaves the terminal as it was`(signal: Int32)
    async throws
  {
    let service = try await AdminService()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    terminal.signal(signal)
    #expect(try await terminal.outcome() == 128 + signal)
    #expect(terminal.isAsUsual)
    await service.stop()
  }

  @Test func `Tab completes commands and values from the service`() async throws {
    let service = try await AdminService()
    for name in ["ada", "adam"] { _ = try await service.run("accounts add \(name) --yes", input: "tail wagging\n") }
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("acc\tsh\ta\t\t")
    try await terminal.wait(for: "Usage: accounts show NAME")
    try await terminal.wait(for: "  adam  0 photos")
    try terminal.type("m\t\r")
    try await terminal.wait(for: "administrator")
    #expect(terminal.shown.contains("name           adam"))
    await service.stop()
  }

  @Test func `a hint is shown in grey behind the cursor, and is not part of the line`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("statu")
    try await terminal.wait(for: "\u{1B}[90ms [--json]\u{1B}[0m")
    try terminal.type("s")
    try await terminal.wait(for: "\u{1B}[90m [--json]\u{1B}[0m")
    try terminal.type("\r")
    try await terminal.wait(for: "configuration")
    let plain = try service.terminal(environment: ["NO_COLOR=1"])
    try await plain.waitForPrompt()
    try plain.type("statu")
    try await plain.wait(for: "statu")
    try plain.type("s")
    try await plain.wait(for: "status")
    #expect(!plain.shown.contains("--json"))
    await service.stop()
  }

  @Test func `a hint takes no more than its row`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal(columns: 20)
    try await terminal.waitForPrompt()
    try terminal.type("photos ca")
    try await terminal.wait(for: "\u{1B}[90mpti…\u{1B}[0m")
    await service.stop()
  }

  @Test func `history returns in this session and the next, without secrets`() async throws {
    let service = try await AdminService()
    let first = try service.terminal()
    try await first.waitForPrompt()
    try first.type("help accounts show\r")
    try await first.waitForPrompt(count: 2)
    try first.type("accounts add ada --password=geheim\r")
    try await first.waitForPrompt(count: 3)
    try first.type("\u{10}\r")
    try await first.wait(for: "accounts show: Shows one account.", count: 2)
    try first.type("\\q\r")
    #expect(try await first.outcome() == 0)
    let kept = String(decoding: service.folder.read("state/woof/history"), as: UTF8.self)
    #expect(kept == "help accounts show\n\\q\n")
    let second = try service.terminal()
    try await second.waitForPrompt()
    try second.type("\u{10}\u{10}\r")
    try await second.wait(for: "accounts show: Shows one account.")
    await service.stop()
  }

  @Test func `control C discards the line, and ends the command but not the shell`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("accounts show 'a\u{3}")
    try await terminal.wait(for: "^C")
    try await terminal.waitForPrompt(count: 2)
    try terminal.type("\\watch 60 status\r")
    try await terminal.wait(for: "configuration")
    try terminal.type("\u{3}")
    try await terminal.wait(for: "Cancelled.")
    try terminal.type("help status\r")
    try await terminal.wait(for: "Shows what runs, and where.")
    await service.stop()
  }

  @Test func `a quote continues in the next line, under another prompt`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("accounts show 'a\r")
    try await terminal.wait(for: "woof'> ")
    try terminal.type("b'\r")
    try await terminal.wait(for: "Not found")
    await service.stop()
  }

  @Test func `a change asks for confirmation and a reason`() async throws {
    let service = try await AdminProcess()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("accounts add ada\r")
    try await terminal.wait(for: "New password of ada: ")
    try terminal.type("tail wagging\r")
    try await terminal.wait(for: "The same again: ")
    try terminal.type("tail wagging\r")
    try await terminal.wait(for: "Do it? [y/N] ")
    try terminal.type("y\r")
    try await terminal.wait(for: "Added ada.")
    try terminal.type("accounts disable ada\r")
    try await terminal.wait(for: "Do it? [y/N] ", count: 2)
    try terminal.type("n\r")
    try await terminal.wait(for: "nothing was changed")
    try terminal.type("shutdown\r")
    try await terminal.wait(for: "Do it? [y/N] ", count: 3)
    try terminal.type("yes\r")
    try await terminal.wait(for: "Reason: ")
    try terminal.type("moved away\r")
    try await terminal.wait(for: "The service drains")
    #expect(try await service.end() == 0)
    try await service.start()
    #expect(!terminal.shown.contains("tail wagging"))
    #expect(try await service.run("audit list").contains("moved away"))
  }

  @Test func `a restarted service is found again`() async throws {
    let service = try await AdminProcess()
    let terminal = try service.terminal()
    try await terminal.waitForPrompt()
    service.kill()
    try terminal.type("status\r")
    try await terminal.wait(for: "Nobody listens at ")
    try await service.start()
    try terminal.type("status\r")
    try await terminal.wait(for: "configuration")
  }

  @Test(arguments: [20, 37]) func `a narrow terminal shows a narrower table`(columns: UInt16) async throws {
    let service = try await AdminService()
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    let terminal = try service.terminal(columns: columns)
    try await terminal.waitForPrompt()
    let start = terminal.shown.count
    try terminal.type("accounts list\r")
    try await terminal.waitForPrompt(count: 2)
    let lines = terminal.shown.dropFirst(start).split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.hasPrefix("NAME") } && lines.contains { $0.hasPrefix("ada") })
    #expect(lines.allSatisfy { $0.hasPrefix("woof>") || $0.contains("\u{1B}") || $0.count <= Int(columns) })
    await service.stop()
  }

  @Test func `output longer than the screen is paged`() async throws {
    let service = try await AdminService()
    let terminal = try service.terminal(rows: 12, environment: ["WOOF_PAGER=sed 's/^/paged /'"])
    try await terminal.waitForPrompt()
    try terminal.type("help\r")
    try await terminal.wait(for: "paged The shell of those")
    try terminal.type("status\r")
    try await terminal.wait(for: "version")
    #expect(!terminal.shown.contains("paged version"))
    await service.stop()
  }
}
