// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofAdministration
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(2))) struct `App passwords in the shell` {
  @Test func `app passwords are listed and revoked`() async throws {
    let service = try await AdminService()
    for name in ["ada", "bob"] { _ = try await service.run("accounts add \(name) --yes", input: "tail wagging\n") }
    let client = service.woof.client(as: "ada", password: "tail wagging")
    let made = try await client.makeAppPassword(named: "Phone", for: [.read, .upload])
    let list = try await service.run("app-passwords list").split(separator: "\n").map(String.init)
    #expect(list.count == 2 && list[0].hasPrefix("ID ") && list[1].hasPrefix("\(made.id)  ada  "), "\(list)")
    #expect(list[1].contains("  read,upload  never  ") && list[1].hasSuffix("Phone"), "\(list)")
    #expect(try await service.run("app-passwords list --owner bob --json") == "")
    let password = try #require(made.password)
    #expect(try await !service.run("app-passwords list --json").contains(password))
    let plan = try await service.run("plan app-passwords revoke \(made.id)")
    #expect(plan.hasPrefix("Plan: revokes 1 app password of ada, called Phone; "), "\(plan)")
    let revoked = try await service.run("app-passwords revoke \(made.id) --yes --reason lost")
    #expect(revoked == "The app password \(made.id) is revoked.\n")
    let again = try await service.shell("-c", "app-passwords revoke \(made.id) --yes --reason lost")
    #expect(again.code == 1 && again.messages.contains("There is no such app password"), "\(again)")
    let mistake = try await service.shell("-c", "app-passwords revoke rex --yes")
    #expect(mistake.code == 2 && mistake.messages.contains("the id of an app password"), "\(mistake)")
    await service.stop()
  }

  @Test func `app passwords are completed with their owners and names`() async throws {
    let password = AdminAppPassword(
      id: "0193a7b2-c4d5-7e6f-8123-456789abcdef", owner: "ada", name: "Phone", scopes: .read,
      createdAt: Timestamp(milliseconds: 0))
    let stub = try StubAdmin(["GET /admin/v1/app-passwords": AdminPage(items: [password])])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    let found = await values.candidates(.appPassword, "0193")
    #expect(found.map(\.text) == [password.id] && found.first?.summary == "ada: Phone")
  }
}
