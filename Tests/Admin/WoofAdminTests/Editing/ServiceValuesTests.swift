// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel

@testable import TestKit
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(1))) struct `Completion from the service` {
  @Test func `accounts are looked up from the typed beginning, including an exact match`() async throws {
    let stub = try StubAdmin([
      "GET /admin/v1/accounts": AdminPage(items: [AdminAccount.sample("ada")], next: "ada"),
      "GET /admin/v1/accounts?limit=500&after=zo": AdminPage(items: ["zoe", "zuma"].map(AdminAccount.sample)),
      "GET /admin/v1/accounts/zo": AdminAccount.sample("zo"),
    ])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    #expect(await values.candidates(.account, "zo").map(\.text) == ["zo", "zoe"])
    #expect(await values.candidates(.account, "").map(\.text) == ["ada"])
  }
}
