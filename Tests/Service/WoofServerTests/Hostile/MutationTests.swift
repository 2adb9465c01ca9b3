// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Requests that were right before something happened to them.
struct MutationTests {
  @Test(arguments: [1, 2, 3, 4])
  func `no mutation of a request stops the service or makes it fail`(seed: UInt64) async throws {
    try await withService(http: #"limits: {headTimeout: "2s", bodyRateWindow: "2s"}"#) { service in
      let ada = try await service.addAccount("ada")
      let id = try service.client(ada).addPhoto()
      let requests = Self.requests(by: ada, id)
      var generator = SeededGenerator(seed: seed)
      for round in 0..<750 {
        let request = Self.mutation(of: requests[round % requests.count], using: &generator)
        let connection = try service.connect()
        // The service may have seen enough before all has come.
        try? connection.send(request)
        connection.finish()
        guard let text = try? connection.receiveToEnd().text, !text.isEmpty else { continue }
        #expect(Self.statuses(in: text).allSatisfy { $0 < 500 || $0 == 501 || $0 == 505 }, "\(text)")
      }
      try await eventually { service.connectionCount == 0 }
      #expect(try service.client(ada).get("/v1/me").status == 200)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(service.openFiles.count <= 2)
    }
  }

  private static func requests(by ada: Credential, _ id: String) -> [[UInt8]] {
    let who = "Host: localhost\r\nAuthorization: \(ada.authorization)\r\n"
    let form = Form(parts: [.text("caption", "Rex"), .photo(SampleGIF().bytes)])
    let formHead = String.upload(form.bytes.count, by: ada, "Content-Type: \(form.contentType)\r\n")
    let patch = #"{"caption":"Rex","visibility":"public"}"#
    let chunks = "4\r\nGIF8\r\n3;x=y\r\n9a!\r\n0\r\nT: u\r\n\r\n"
    return [
      Array("GET /v1/photos?order=popular&limit=5 HTTP/1.1\r\n\(who)\r\n".utf8),
      Array(
        "GET /v1/photos/\(id)/original?download HTTP/1.1\r\n\(who)Range: bytes=0-9,-5\r\nIf-Range: \"x\"\r\n\r\n".utf8),
      Array("GET /v1/photos/\(id) HTTP/1.1\r\n\(who)If-None-Match: \"1\", W/\"2\"\r\nAccept: */*\r\n\r\n".utf8),
      Array("PUT /v1/photos/\(id)/favourite HTTP/1.1\r\n\(who)Origin: http://woof.test\r\n\r\n".utf8),
      Array(
        "PATCH /v1/photos/\(id) HTTP/1.1\r\n\(who)Content-Type: application/json\r\nContent-Length: \(patch.count)\r\n\r\n\(patch)"
          .utf8),
      Array(String.upload(SampleGIF().bytes.count, by: ada, "Repr-Digest: md5=:AA==:\r\n").utf8)
        + SampleGIF().bytes,
      Array(formHead.utf8) + form.bytes,
      Array(
        "POST /v1/photos HTTP/1.1\r\n\(who)Idempotency-Key: \"k\"\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)".utf8),
      Array("GET /v1/changes?limit=3 HTTP/1.1\r\n\(who)\r\n".utf8),
    ]
  }

  /// Changes bytes, cuts, repeats and moves parts.
  private static func mutation(of request: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = request
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let start = Int.random(in: 0..<bytes.count, using: &generator)
      let end = Int.random(in: start...min(bytes.count, start + 40), using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[start] = .random(in: 0...255, using: &generator)
      case 1: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes.removeSubrange(start..<end)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 4: bytes.removeLast(bytes.count - start)
      case 5: bytes.insert(contentsOf: Self.words[Int.random(in: Self.words.indices, using: &generator)], at: start)
      default: bytes += request
      }
    }
    return bytes
  }

  private static let words: [[UInt8]] = [
    "\r\n", "\r\n\r\n", "\n", ":", "%", "%00", "\0", "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n", "..",
    "//",
    "99999999999999999999", "-1", "\"", ",", ";", "=", "&", "\u{FF}", " ", "\t", "0\r\n\r\n", "Host: y\r\n",
  ].map { Array($0.utf8) }

  private static func statuses(in text: String) -> [Int] {
    text.matches(of: /HTTP\/1\.1 (\d{3})\s/).compactMap { Int($0.1) }
  }
}
