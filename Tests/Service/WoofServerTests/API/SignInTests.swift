// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofServer
import WoofSystem

@testable import TestKit

/// HTTP Basic (RFC 7617).
@Suite(.overEachProtocol, .overEachWorld) struct SignInTests {
  static let challenge = #"Basic realm="Dogs", charset="UTF-8""#

  @Test func `a request without a credential gets one challenge, and a short body that ends`() async throws {
    try await withService { service in
      let id = "0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"
      let routes = [
        ("POST", "/v1/photos"), ("PATCH", "/v1/photos/\(id)"), ("DELETE", "/v1/photos/\(id)"),
        ("PUT", "/v1/photos/\(id)/favourite"), ("DELETE", "/v1/photos/\(id)/favourite"), ("GET", "/v1/me"),
        ("PUT", "/v1/me/password"), ("GET", "/v1/me/favourites"), ("GET", "/v1/me/photos"), ("GET", "/metrics"),
      ]
      for (method, target) in routes {
        let response = try service.client().send(method, target)
        #expect(response.status == 401)
        #expect(response.problem == "authentication-required")
        #expect(response.values("WWW-Authenticate") == [Self.challenge])
        #expect(response["Content-Length"].flatMap { Int($0) }.map { $0 < 500 } == true)
      }
    }
  }

  @Test(arguments: [
    "/v1/photos", "/v1/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11",
    "/v1/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11/original",
    "/v1/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11/variants/thumb", "/v1/changes", "/v1/events", "/healthz",
    "/readyz", "/metrics", "/openapi.yaml",
  ])
  func `wrong credentials are refused on open routes, too`(target: String) async throws {
    try await withService { service in
      _ = try await service.addAccount("ada")
      let response = try service.client(Credential("ada", "wrong")).get(target)
      #expect(response.status == 401)
      #expect(response.values("WWW-Authenticate") == [Self.challenge])
    }
  }

  @Test func `right credentials are accepted on every route`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for target in ["/v1/photos", "/v1/changes", "/v1/me", "/healthz", "/openapi.yaml"] {
        #expect(try ada.get(target).status == 200)
      }
    }
  }

  @Test(arguments: [
    "Basic", "Basic ", "Basic %%%", "Basic YWRh", "Basic OnBhc3N3b3Jk", "Bearer abc", "Digest username=\"ada\"",
    "YWRhOnRhaWwgd2FnZ2luZw==", "Basic YWRhOnRhaWwgd2FnZ2luZw==, Basic eDp5", "Basic YWRhAHg6dGFpbA==", "",
  ])
  func `a malformed credential is refused`(value: String) async throws {
    try await withService { service in
      _ = try await service.addAccount("ada")
      for target in ["/v1/photos", "/v1/me"] {
        let response = try service.client().get(target, ["Authorization": value])
        #expect(response.status == 401)
        #expect(response.values("WWW-Authenticate") == [Self.challenge])
      }
    }
  }

  @Test func `two credentials in one request are refused, even if one is right`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let response = try service.client().get(
        "/v1/photos", ["Authorization": ada.authorization, "Authorization": Credential("x", "y").authorization])
      #expect(response.status == 401 || response.status == 400)
    }
  }

  @Test(arguments: ["Basic", "basic", "BASIC"])
  func `the scheme is accepted in any case`(scheme: String) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let value = ada.authorization.replacing("Basic", with: scheme)
      #expect(try service.client().get("/v1/me", ["Authorization": value]).status == 200)
    }
  }

  @Test func `names and passwords are UTF-8, and a password can hold colons and spaces`() async throws {
    try await withService { service in
      for (number, password) in ["pässwörd 🐕", ":a:b:", "  ", "日本語の犬"].enumerated() {
        let credential = try await service.addAccount("ada\(number)", password: password)
        #expect(try service.client(credential).get("/v1/me").status == 200)
      }
      let latin = Base64.encode(
        Array("ada0:p".utf8) + [0xE4] + Array("ssw".utf8) + [0xF6] + Array("rd 🐕".utf8), as: .standard)
      #expect(try service.client().get("/v1/me", ["Authorization": "Basic \(latin)"]).status == 401)
    }
  }

  @Test
  func `missing, wrong and malformed credentials get different problems`()
    async throws
  {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let missing = try service.client().get("/v1/me")
      let wrong = try [Credential(ada.name, "wrong"), Credential("nobody")].map { try service.client($0).get("/v1/me") }
      let unreadable = try service.client().get("/v1/me", ["Authorization": "Bearer abc"])
      #expect(try missing.member("reason").text == "no-credential")
      #expect(try wrong.map { try $0.member("reason").text } == ["wrong-credential", "wrong-credential"])
      #expect(try unreadable.member("reason").text == "malformed-credential")
      #expect(try wrong[0].member("detail").text == "The name or the password is wrong.")
      #expect(Set([missing, wrong[0], unreadable].map(\.problem)) == ["authentication-required"])
    }
  }

  @Test func `a wrong password, an unknown account and a disabled one get the same response`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let bob = try await service.addAccount("bob")
      let name = try #require(AccountName(bob.name))
      try await service.running.credentials.setDisabled(true, of: name)
      let responses = try [Credential(ada.name, "wrong"), Credential("nobody"), bob, Credential("ADA")].map {
        try service.client($0).get("/v1/me")
      }
      #expect(responses.map(\.status) == [401, 401, 401, 401])
      #expect(Set(responses.map(\.body)).count == 1)
      let fields = responses.map { response in
        response.fields.filter { !["date", "request-id"].contains($0.name.lowercased()) }.map {
          "\($0.name): \($0.value)"
        }
      }
      #expect(Set(fields).count == 1)
    }
  }

  @Test func `a disabled account cannot sign in, even if it just did`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      #expect(try client.get("/v1/me").status == 200)
      let name = try #require(AccountName(ada.name))
      try await service.running.credentials.setDisabled(true, of: name)
      #expect(try client.get("/v1/me").status == 401)
      try await service.running.credentials.setDisabled(false, of: name)
      #expect(try client.get("/v1/me").status == 200)
    }
  }

  @Test func `no credential appears in the log or the metrics`() async throws {
    let folder = try TemporaryFolder()
    let secrets = ["tail wagging", "dGFpbCB3YWdnaW5n", "wrong secret", Credential("ada").authorization]
    try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      #expect(try ada.get("/v1/me").status == 200)
      #expect(try service.client(Credential("ada", "wrong secret")).get("/v1/me?password=wrong+secret").status == 400)
      #expect(try service.client(Credential("ada", "wrong secret")).get("/v1/me").status == 401)
      let metrics = try service.metrics()
      for secret in secrets { #expect(!metrics.contains(secret)) }
    }
    let log = try String(contentsOfFile: folder.path("log"))
    #expect(log.contains(#""user":"ada""#))
    for secret in secrets + ["password"] { #expect(!log.contains(secret)) }
  }
}
