// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Writes that a browser sends on behalf of other pages.
@Suite(.overEachProtocol) struct CrossOriginTests {
  static let writes = ["PUT", "DELETE"]

  @Test(arguments: [
    ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "http://localhost:81"),
    ("Origin", "http://localhost.evil"), ("Origin", "https://localhost"),
    ("Origin", "http://evil@localhost"), ("Origin", "localhost"), ("Origin", "ftp://localhost"), ("Origin", ""),
    ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "anything"),
  ])
  func `a write from another origin is refused`(name: String, value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let requests = [
        ("PUT", "/v1/photos/\(id)/favourite"), ("DELETE", "/v1/photos/\(id)/favourite"), ("DELETE", "/v1/photos/\(id)"),
        ("PATCH", "/v1/photos/\(id)"), ("POST", "/v1/photos"), ("PUT", "/v1/me/password"),
      ]
      for (method, target) in requests {
        let response = try ada.send(method, target, extra: [(name, value)], body: [])
        #expect(response.status == 403)
        #expect(response.problem == "cross-origin-refused")
      }
      #expect(try ada.get("/v1/photos/\(id)").member("version") == 1)
    }
  }

  @Test(arguments: [
    ("Origin", "http://localhost"), ("Origin", "http://localhost:80"), ("Origin", "http://LOCALHOST"),
    ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "none"),
  ])
  func `a write from the same origin, or from no page, is accepted`(name: String, value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.send("PUT", "/v1/photos/\(id)/favourite", extra: [(name, value)]).status == 200)
    }
  }

  @Test func `pages of every origin can request, without reading the response`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      for target in ["/v1/photos", "/v1/photos/\(id)", "/v1/photos/\(id)/original"] {
        let response = try service.client().get(
          target, ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"])
        #expect(response.status == 200)
        #expect(response["Access-Control-Allow-Origin"] == nil)
      }
    }
  }

  // MARK: Hosts

  private func send(_ service: TestService, _ request: String) throws -> ClientResponse {
    let connection = try service.connect()
    try connection.send(request)
    return ClientResponse(try connection.receiveResponse())
  }

  @Test func `a page whose host name was made to lead here is always refused`() async throws {
    let folder = try TemporaryFolder()
    try await withService(http: "hosts: ['photos.lan']", in: folder) { service in
      let ada = try await service.addAccount("ada")
      for (method, target) in [("GET", "/v1/photos"), ("GET", "/healthz"), ("GET", "/v1/me"), ("PUT", "/nothing")] {
        for host in ["evil.example", "evil.example:\(service.port)", "127.0.0.1.evil.example"] {
          let response = try send(
            service,
            "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
              + "Authorization: \(ada.authorization)\r\n\r\n")
          #expect(response.status == 421)
          #expect(response.problem == "misdirected-request")
        }
      }
      for host in ["photos.lan", "127.0.0.1:\(service.port)", "192.168.1.7", "[::1]:1", "localhost:9663"] {
        #expect(try send(service, "GET /healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n").status == 200, "\(host)")
      }
      #expect(try send(service, "GET /healthz HTTP/1.0\r\n\r\n").status == 200)
    }
    let log = try String(contentsOfFile: folder.path("log"))
    let notes = log.split(separator: "\n").filter { $0.contains("not configured for") }
    #expect(notes.count == 1)
    #expect(notes.first?.contains("evil.example") == true)
  }

  @Test func `a configured origin is a host that the service accepts`() async throws {
    try await withService(http: "origins: ['https://photos.example.org'], hosts: []") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(
        try send(service, "GET /v1/photos/\(id) HTTP/1.1\r\nHost: photos.example.org\r\n\r\n").status == 200)
      #expect(try send(service, "GET /healthz HTTP/1.1\r\nHost: example.org\r\n\r\n").status == 421)
      for (origin, status) in [("https://photos.example.org", 200), ("http://photos.example.org", 403)] {
        #expect(
          try ada.send("PUT", "/v1/photos/\(id)/favourite", extra: [("Origin", origin)]).status == status, "\(origin)")
      }
    }
  }

  // MARK: Web clients of other origins

  @Test func `a web client of a configured origin can preflight, read and write`() async throws {
    try await withService(http: "crossOrigin: {origins: ['https://app.example'], maximalAge: '5m'}") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let app = ("Origin", "https://app.example")
      let preflight = try ada.send(
        "OPTIONS", "/v1/photos/\(id)/favourite",
        extra: [app, ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "authorization")])
      #expect(preflight.status == 204)
      #expect(preflight["Access-Control-Allow-Origin"] == "https://app.example")
      #expect(preflight["Access-Control-Allow-Methods"] == "PUT, DELETE")
      #expect(preflight["Access-Control-Max-Age"] == "300")
      #expect(preflight["Access-Control-Allow-Credentials"] == nil)
      let written = try ada.send(
        "PUT", "/v1/photos/\(id)/favourite", extra: [app, ("Sec-Fetch-Site", "cross-site")])
      #expect(written.status == 200)
      for target in ["/v1/photos", "/v1/photos/\(id)/original", "/nothing", "/v1/photos?x=1"] {
        let read = try ada.get(target, ["Origin": "https://app.example"])
        #expect(read["Access-Control-Allow-Origin"] == "https://app.example", "\(target)")
        #expect(read["Access-Control-Expose-Headers"]?.contains("ETag") == true)
        #expect(read.values("Vary").joined(separator: ", ").contains("Origin"))
        let other = try ada.get(target, ["Origin": "https://evil.example"])
        #expect(other["Access-Control-Allow-Origin"] == nil)
        #expect(other.values("Vary").joined(separator: ", ").contains("Origin"))
      }
      let challenge = try service.client().get("/v1/me", ["Origin": "https://app.example"])
      #expect(challenge["Access-Control-Allow-Origin"] == "https://app.example")
    }
  }

  @Test func `a page of any other origin cannot preflight, read or write`() async throws {
    try await withService(http: "crossOrigin: {origins: ['https://app.example']}") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      for origin in ["https://evil.example", "http://app.example", "null"] {
        let asked = try ada.send(
          "OPTIONS", "/v1/photos/\(id)/favourite",
          extra: [("Origin", origin), ("Access-Control-Request-Method", "PUT")])
        #expect(asked.status != 204)
        #expect(asked["Access-Control-Allow-Origin"] == nil)
        #expect(try ada.send("PUT", "/v1/photos/\(id)/favourite", extra: [("Origin", origin)]).status == 403)
      }
    }
  }
}
