// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

/// `PUT /v1/me/password`.
@Suite(.overEachProtocol, .overEachWorld) struct PasswordTests {
  @Test func `the new password is valid from the response on, and the old one is not`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let clients = (0..<4).map { _ in service.client(ada) }
      for client in clients { #expect(try client.get("/v1/me").status == 200) }
      let json = #"{"current":"tail wagging","new":"ears flapping"}"#
      let response = try clients[0].send("PUT", "/v1/me/password", json: json)
      #expect(response.status == 204)
      #expect(response.body.isEmpty)
      for client in clients { #expect(try client.get("/v1/me").status == 401) }
      #expect(try service.client(Credential("ada", "ears flapping")).get("/v1/me").status == 200)
    }
  }

  @Test(arguments: [false, true])
  func `a new password ends the streams of its account only`(isReset: Bool) async throws {
    try await withService(hasAdministrators: true) { service in
      let ada = try await service.addAccount("ada")
      let root = try await service.addAccount("root", isAdministrator: true)
      let streams = try [
        EventReader(service, as: ada), EventReader(service, as: ada, ["Accept": "text/event-stream"]),
      ]
      let others = try [EventReader(service, as: root), EventReader(service)]
      let response =
        isReset
        ? try service.client(root).send("PUT", "/admin/v1/accounts/ada/password", json: #"{"new":"ears flapping"}"#)
        : try service.client(ada).send(
          "PUT", "/v1/me/password", json: #"{"current":"tail wagging","new":"ears flapping"}"#)
      #expect(response.status == 204)
      for stream in streams { while try stream.line() != nil {} }
      _ = try service.client(root).addPhoto()
      for other in others { #expect(try other.change()["owner"] == "root") }
      let again = try EventReader(service, as: Credential("ada", "ears flapping"))
      again.close()
      #expect(try service.client(ada).get("/v1/events").status == 401)
    }
  }

  @Test func `a wrong current password changes nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("PUT", "/v1/me/password", json: #"{"current":"wrong","new":"ears flapping"}"#)
      #expect(response.status == 403)
      #expect(response.problem == "forbidden")
      #expect(response["WWW-Authenticate"] == nil)
      #expect(try ada.get("/v1/me").status == 200)
    }
  }

  @Test(arguments: [
    (#"{"current":"tail wagging"}"#, "new"), (#"{"new":"ears flapping"}"#, "current"), ("{}", "current"),
    (#"{"current":"tail wagging","new":null}"#, "new"), (#"{"current":7,"new":"ears flapping"}"#, "current"),
    (#"{"current":"tail wagging","new":"ears flapping","hint":"dog"}"#, "hint"),
    (#"{"current":"tail wagging","new":""}"#, "new"), (#"{"current":"tail wagging","new":"a\u0000bcdefgh"}"#, "new"),
  ])
  func `an incomplete or malformed change is refused`(json: String, parameter: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("PUT", "/v1/me/password", json: json)
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter").text == parameter)
      #expect(try ada.get("/v1/me").status == 200)
    }
  }

  @Test func `guesses at the current password are counted as failures`() async throws {
    try await withService(signIn: ThrottlingTests.limits) { service in
      let ada = try await service.member("ada")
      let statuses = try (0..<5).map { _ in
        try ada.send("PUT", "/v1/me/password", json: #"{"current":"wrong","new":"ears flapping"}"#).status
      }
      #expect(statuses == [403, 403, 403, 429, 429])
    }
  }
}
