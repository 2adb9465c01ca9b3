// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// What every response has, whatever it answers.
struct CommonFieldTests {
  @Test(arguments: [
    (200, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"), (404, "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"),
    (401, "GET /v1/me HTTP/1.1\r\nHost: x\r\n\r\n"), (405, "PUT /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
    (400, "GET /healthz?x HTTP/1.1\r\nHost: x\r\n\r\n"), (400, "GET /healthz HTTP/1.1\r\n\r\n"),
    (400, "nonsense\r\n\r\n"), (505, "GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n"),
    (414, "GET /\(String(repeating: "x", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n"),
    (431, "GET /healthz HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "y", count: 20_000))\r\n\r\n"),
    (501, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n"),
    (417, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 1\r\n\r\n"),
  ])
  func `every response has a date, an id and nosniff, and every refusal a problem`(
    status: Int, request: String
  ) async throws {
    try await withService { service in
      let connection = try service.connect()
      try connection.send(request)
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == status)
      #expect(response.isComplete)
      if status >= 400 { #expect(response.problem != nil) }
    }
  }

  @Test func `each request has its own id, which its log line shows`() async throws {
    let folder = try TemporaryFolder()
    let ids = try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      return try ["/v1/photos", "/v1/me", "/nothing", "/v1/photos?x=1"].compactMap { try ada.get($0)["Request-Id"] }
    }
    #expect(Set(ids).count == 4)
    let log = try String(contentsOfFile: folder.path("log"))
    let lines = try log.split(separator: "\n").map { try JSONValue(Array($0.utf8)) }
    let requests = lines.filter { $0["message"] == "request" }
    for id in ids { #expect(requests.count { $0["id"].text == id } == 1) }
    #expect(requests.map { $0["status"] } == [200, 200, 404, 400])
    #expect(requests.map { $0["path"] } == ["/v1/photos", "/v1/me", "/nothing", "/v1/photos"])
    #expect(requests.map { $0["user"] } == ["ada", "ada", nil, nil])
  }

  @Test func `the log line of a failed request names the account`() async throws {
    let folder = try TemporaryFolder()
    try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      _ = try ada.get("/v1/photos/nothing")
      _ = try ada.post("/v1/photos", ["Content-Type": "a/b"], [1])
    }
    let lines = try String(contentsOfFile: folder.path("log")).split(separator: "\n").map {
      try JSONValue(Array($0.utf8))
    }
    let requests = lines.filter { $0["message"] == "request" }
    #expect(requests.map { $0["status"] } == [404, 415])
    #expect(requests.map { $0["user"] } == ["ada", "ada"])
  }

  @Test func `the date is the current one`() async throws {
    try await withService { service in
      let date = try service.client().get("/healthz")["Date"]
      #expect(date?.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
    }
  }
}
