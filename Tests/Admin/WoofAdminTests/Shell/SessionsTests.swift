// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofAdministration
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(2))) struct `Browser sessions in the shell` {
  @Test func `sessions are listed and ended`() async throws {
    let service = try await AdminService()
    for name in ["ada", "bob"] { _ = try await service.run("accounts add \(name) --yes", input: "tail wagging\n") }
    #expect(try await service.run("sessions list --json") == "")
    try await Self.signIn(at: service.woof.url)
    let client = service.woof.client(as: "ada", password: "tail wagging")
    let page = try await client.response(to: BrowserSessionPageRequest())
    let session = try #require(page.items.first)
    let list = try await service.run("sessions list").split(separator: "\n").map(String.init)
    #expect(list.count == 2 && list[1].hasPrefix("\(session.id)  ada    Firefox  Linux   "), "\(list)")
    #expect(try await service.run("sessions list --owner bob --json") == "")
    let plan = try await service.run("plan sessions end \(session.id)")
    #expect(plan.hasPrefix("Plan: ends 1 session of ada in a browser, "), "\(plan)")
    let ended = try await service.run("sessions end \(session.id) --yes --reason lost")
    #expect(ended == "The session \(session.id) has ended.\n")
    let again = try await service.shell("-c", "sessions end \(session.id) --yes --reason lost")
    #expect(again.code == 1 && again.messages.contains("There is no such session"), "\(again)")
    let mistake = try await service.shell("-c", "sessions end rex --yes")
    #expect(mistake.code == 2 && mistake.messages.contains("the id of a session"), "\(mistake)")
    await service.stop()
  }

  @Test func `sessions are completed with their owners and browsers`() async throws {
    let time = Timestamp(milliseconds: 0)
    let session = AdminBrowserSession(
      id: "0193a7b2-c4d5-7e6f-8123-456789abcdef", owner: "ada", browser: "Firefox", system: nil, createdAt: time,
      usedAt: time, expiresAt: time)
    let stub = try StubAdmin(["GET /admin/v1/sessions": AdminPage(items: [session])])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    let found = await values.candidates(.browserSession, "0193")
    #expect(found.map(\.text) == [session.id] && found.first?.summary == "ada: Firefox")
  }

  /// Begins a session of ada, as a browser does.
  private static func signIn(at url: URL) async throws {
    var request = URLRequest(url: url.appending(path: "v1/sessions"))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"name": "ada", "password": "tail wagging"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", forHTTPHeaderField: "User-Agent")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    let (_, response) = try await URLSession(configuration: configuration).data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }
}
