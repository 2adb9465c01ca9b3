// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Requests that two parsers could read differently. Each is refused, and nothing behind it is taken for a request.
struct SmugglingTests {
  private static let next = "GET /v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test(arguments: [
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 5 5\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551621\r\n\r\nhello",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\u{B}chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nX: y\r\n\tTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\nHost: x\nContent-Length: 0\n\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\nContent-Length: 0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n",
    "POST /v1/photos HTTP/1.1\r\nHost: x\r\nX: a\u{0}b\r\nContent-Length: 0\r\n\r\n",
    "GET /v1/photos HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /v1/photos HTTP/1.1\r\n\r\n",
    "GET /v1/photos HTTP/1.1\r\nHost: x y\r\n\r\n", "GET /v1/photos HTTP/1.1\r\nHost: x/y\r\n\r\n",
    "GET /v1/photos HTTP/1.1\r\nHost:\r\n\r\n", "GET /v1/photos HTTP/1.1\r\nHost: u@x\r\n\r\n",
    "GET  /v1/photos HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/photos  HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/photos HTTP/1.1 \r\nHost: x\r\n\r\n", "GET /v1/photos\r\nHost: x\r\n\r\n",
    "GET /v1/photos HTTP/1.1x\r\nHost: x\r\n\r\n", "GET /v1/photos HTTP/11\r\nHost: x\r\n\r\n",
    "GET /v1/photos http/1.1\r\nHost: x\r\n\r\n", "GET\t/v1/photos HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET v1/photos HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/photos#x HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/ä HTTP/1.1\r\nHost: x\r\n\r\n", "GET /v1/photos HTTP/1.1\r\nHost: x\r\nX\r\n\r\n",
    "GET /v1/photos HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", "GET /v1/photos HTTP/1.1\r\nHost: x\r\nX\u{7F}: y\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{5}hello", "\r\n\r\n\r\n\r\n",
  ])
  func `an ambiguous request is refused, and later requests are not served`(request: String) async throws {
    try await withService { service in
      let connection = try service.connect()
      try connection.send(request + Self.next)
      let response = ClientResponse(try connection.receiveResponse())
      #expect((400..<600).contains(response.status) && response.status != 500)
      #expect(response.problem != nil)
      #expect(response["Connection"] == "close")
      #expect(try connection.receiveToEnd().text == "")
      #expect(try service.client().get("/healthz").status == 200)
    }
  }

  @Test(arguments: [
    "5\r\nhello", "5\nhello\n0\n\n", "5;\u{0}\r\nhello\r\n0\r\n\r\n", "-1\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n",
    "5 \r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5\r\nhelloX\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\nX\r\n\r\n",
    "ffffffffffffffff\r\nhello", "fffffffffffffffff\r\nhello", "\r\n\r\n", "g\r\n\r\n", "5,\r\nhello\r\n0\r\n\r\n",
    "0\r\nX: \(String(repeating: "y", count: 70_000))\r\n\r\n",
  ])
  func `a malformed chunked body ends the connection`(body: String) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let connection = try service.connect()
      try connection.send(
        "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
      try connection.send(body + Self.next)
      connection.finish()
      let (text, _) = try connection.receiveToEnd()
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"))
      #expect(text.components(of: "HTTP/1.1 ") <= 1)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(try service.client().get("/healthz").status == 200)
    }
  }

  @Test func `bytes behind an announced body are the next request`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      let other = SampleJPEG.next()
      try connection.send(
        Array(String.upload(picture.count, by: ada).utf8) + picture + Array(String.upload(other.count, by: ada).utf8)
          + other + Array("GET /v1/photos?owner=ada HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      let responses = try (0..<3).map { _ in ClientResponse(try connection.receiveResponse()) }
      #expect(responses.map(\.status) == [201, 201, 200])
      #expect(try responses[2].member("items").items.count == 2)
    }
  }
}

extension String {
  /// How often a part occurs.
  func components(of part: String) -> Int { ranges(of: part).count }
}
