// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofServer

@testable import TestKit

/// `POST /v1/accounts`.
@Suite(.overEachProtocol, .overEachWorld) struct SignUpTests {
  private static let open = "accounts: {signUp: true}"

  private static func signUp(_ client: Client, _ name: String, _ password: String = "tail wagging") throws
    -> ClientResponse
  {
    try client.send("POST", "/v1/accounts", json: #"{"name":"\#(name)","password":"\#(password)"}"#)
  }

  @Test func `sign-up is refused unless the configuration allows it`() async throws {
    try await withService { service in
      let response = try Self.signUp(service.client(), "ada")
      #expect(response.status == 403)
      #expect(response.problem == "forbidden")
      #expect(response["WWW-Authenticate"] == nil)
      #expect(try await service.running.credentials.accounts().isEmpty)
    }
  }

  @Test func `a new account administers nothing`() async throws {
    try await withService(http: Self.open, hasAdministrators: true) { service in
      let response = try Self.signUp(service.client(), "ada")
      #expect(response.status == 201)
      #expect(response["Location"] == "/v1/me")
      let ada = service.client(Credential("ada"))
      #expect(try ada.get("/v1/me").json() == response.json())
      #expect(try response.member("admin") == false && response.member("photoCount") == 0)
      #expect(try ada.get("/admin/v1/accounts").status == 403)
      let eve = try await service.member("eve", isAdministrator: true)
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"].text == "accounts.add" }
      #expect(entries.map { $0["who"].text } == ["ada", "ada"] && entries.first?["outcome"].text == "done")
      #expect(entries.last?["details"]["address"].text == "127.0.0.1")
    }
  }

  @Test func `a taken name is refused, and probing for names is slowed`() async throws {
    try await withService(http: Self.open, signIn: ThrottlingTests.limits) { service in
      let ada = try await service.addAccount("ada")
      let statuses = try (0..<5).map { _ in try Self.signUp(service.client(), "ada", "ears flapping").status }
      #expect(statuses == [409, 409, 409, 429, 429])
      #expect(try service.client(ada).get("/v1/me").status == 200)
    }
  }

  @Test(arguments: [
    (#"{"name":"ada"}"#, "password"), (#"{"password":"tail wagging"}"#, "name"),
    (#"{"name":"Ada Lovelace","password":"tail wagging"}"#, "name"),
    (#"{"name":"ada","password":"short"}"#, "password"),
    (#"{"name":"ada","password":"password123"}"#, "password"),
    (#"{"name":"bernadette","password":"Bernadette1"}"#, "password"),
    (#"{"name":"ada","password":"tail wagging","admin":true}"#, "admin"),
    (#"{"name":7,"password":"tail wagging"}"#, "name"),
  ])
  func `a malformed name or password is refused`(json: String, parameter: String) async throws {
    try await withService(http: Self.open) { service in
      let response = try service.client().send("POST", "/v1/accounts", json: json)
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter").text == parameter)
      #expect(try await service.running.credentials.accounts().isEmpty)
    }
  }
}
