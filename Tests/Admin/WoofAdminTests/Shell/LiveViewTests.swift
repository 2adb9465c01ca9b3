// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2)), .serialized) struct `Live views` {
  @Test func `top counts, follows the terminal's size, and ends with q`() async throws {
    let stub = try StubAdmin([
      "GET /admin/v1/status": AdminStatus.sample,
      "GET /admin/v1/stats": AdminStatistics(at: Timestamp(milliseconds: 0)),
    ])
    stub.respond(to: "GET /admin/v1/metrics", bytes: Array("woof_http_requests_in_flight 41\n".utf8))
    let terminal = try stub.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("top\r")
    try await terminal.wait(for: "\u{1B}[?1049h")
    try await terminal.wait(for: "41 requests")
    terminal.resize(columns: 20, rows: 5)
    try await terminal.wait(for: "…")
    try terminal.type("q")
    try await terminal.wait(for: "\u{1B}[?1049l")
    try await terminal.waitForPrompt(count: 2)
    try terminal.type("top\r")
    try await terminal.wait(for: "\u{1B}[?1049h", count: 2)
    try terminal.type("\u{3}")
    try await terminal.wait(for: "\u{1B}[?1049l", count: 2)
    try await terminal.waitForPrompt(count: 3)
    try terminal.type("\u{4}")
    #expect(try await terminal.outcome() == 0)
    #expect(terminal.isAsUsual)
  }

  @Test func `without a terminal top shows one second`() async throws {
    let stub = try StubAdmin(["GET /admin/v1/stats": AdminStatistics(at: Timestamp(milliseconds: 0))])
    stub.respond(to: "GET /admin/v1/metrics", bytes: Array("woof_http_requests_in_flight 41\n".utf8))
    let outcome = try await stub.run("top")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("41 requests"))
  }

  @Test func `a photo is shown with its picture, and cannot control the terminal`() async throws {
    let photo = try AdminPhoto.sample(1, caption: "Rex \u{1B}[31m")
    let path = "GET /admin/v1/photos/\(photo.metadata.id)"
    let stub = try StubAdmin(["GET /admin/v1/status": AdminStatus.sample, path: photo])
    let terminal = try stub.terminal(environment: ["COLORTERM=truecolor"])
    try await terminal.waitForPrompt()
    try terminal.type("photos show \(photo.metadata.id) --picture blocks\r")
    try await terminal.wait(for: "300x400 pixels")
    try await terminal.wait(for: "▀")
    #expect(!terminal.shown.contains("\u{1B}[31m"))
    let outcome = try await stub.run("photos show \(photo.metadata.id) --json --picture blocks")
    #expect(outcome.output.hasPrefix("{") && !outcome.output.contains("▀"))
  }

  @Test func `a job is followed, left, rejoined and seen to its end`() async throws {
    let stub = try StubAdmin([
      "GET /admin/v1/status": AdminStatus.sample, "POST /admin/v1/jobs": AdminJob.sample(.running, done: 0),
      "GET /admin/v1/jobs/3": AdminJob.sample(.running, done: 10),
      "GET /admin/v1/jobs/3/progress": AdminJob.sample(.running, done: 42),
    ])
    let terminal = try stub.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("check --yes\r")
    try await terminal.wait(for: "42 of 100 photos")
    try terminal.type("\u{3}")
    try await terminal.wait(for: "Job 3 goes on. Follow it by: jobs watch 3.")
    try await terminal.waitForPrompt(count: 2)
    try stub.respond(to: "GET /admin/v1/jobs/3/progress", with: AdminJob.sample(.done, done: 100))
    try terminal.type("jobs watch 3\r")
    try await terminal.wait(for: "Job 3 (check) is done after 2.5 s.")
    try await terminal.wait(for: "  isSound: true")
    #expect(stub.requests.contains("POST /admin/v1/jobs"))
  }

  @Test func `a failed job fails the command`() async throws {
    var failed = AdminJob.sample(.failed, done: 1)
    failed.problem = "the disk is full"
    let stub = try StubAdmin(["GET /admin/v1/jobs/3": failed])
    let outcome = try await stub.run("jobs watch 3", "status")
    #expect(outcome.code == 1)
    #expect(outcome.output == "Job 3 (check) has failed after 2.5 s.\nthe disk is full\n")
  }

  @Test func `completion shows ids with a description`() async throws {
    let photos = [try AdminPhoto.sample(1, caption: "Rex"), try AdminPhoto.sample(2, caption: "Bella")]
    let stub = try StubAdmin([
      "GET /admin/v1/status": AdminStatus.sample, "GET /admin/v1/photos": AdminPage(items: photos),
    ])
    let terminal = try stub.terminal()
    try await terminal.waitForPrompt()
    try terminal.type("photos show 0\t\t")
    try await terminal.wait(for: "\(photos[1].metadata.id)  ada: Bella")
  }

  @Test func `a plan is printed, and requested with the content of the change`() async throws {
    let id = try AdminPhoto.sample(1).metadata.id
    let plan = AdminPlan(
      summary: "deletes 1 photo of ada", photoCount: 1, byteCount: 482_133, reversibleUntil: Timestamp(milliseconds: 0))
    let stub = try StubAdmin(["DELETE /admin/v1/photos/\(id)": plan])
    let outcome = try await stub.run("plan photos delete \(id)")
    #expect(
      outcome.output == """
        Plan: deletes 1 photo of ada (1 photo, 482.13 KB). It can be taken back until 1970-01-01 00:00:00.

        """)
    #expect(stub.requests == ["DELETE /admin/v1/photos/\(id)?plan=true"])
  }

  @Test func `settings are changed with the version that was shown, and with their type`() async throws {
    let settings = [
      AdminSetting(
        key: "log.level", documentation: "What is logged.", value: "info", standard: "info", origin: .standard,
        isLive: true),
      AdminSetting(
        key: "modules.transformer.plugins.steps", documentation: "The chain.",
        value: .array([.object(["plugin": "vips", "parameters": .object(["a": 1])])]), standard: .array([]),
        origin: .file, isLive: true),
    ]
    let configuration = AdminConfiguration(version: 7, settings: settings)
    let stub = try StubAdmin([
      "GET /admin/v1/configuration": configuration, "PATCH /admin/v1/configuration": configuration,
    ])
    let outcome = try await stub.run(
      "configuration show log.", "configuration diff", "log level debug --yes", "plugins chain set other vips --yes")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("log.level  info   default  yes   info"), "\(outcome.output)")
    #expect(outcome.output.contains("modules.transformer.plugins.steps"))
    #expect(outcome.errors.contains("This is version 7."))
    #expect(stub.requests.filter { $0.hasPrefix("PATCH") }.count == 2)
    let wrong = try await stub.run("configuration set log.levle debug --yes")
    #expect(wrong.messages.hasPrefix("configuration set: there is no key log.levle; did you mean log.level?"))
  }
}
