// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Requests that come in other pieces than they were made of, or never come to an end.
struct ArrivalTests {
  @Test func `a request can arrive byte by byte`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      for byte in Array(String.upload(picture.count, by: ada).utf8) + picture { try connection.send([byte]) }
      #expect(try connection.receiveResponse().status == 201)
    }
  }

  @Test func `many requests can arrive at once, and get their responses in order`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let id = try service.client(ada).addPhoto()
      var bytes: [UInt8] = []
      let targets = ["/healthz", "/v1/photos/\(id)/original", "/nothing", "/v1/photos/\(id)", "/v1/me", "/readyz"]
      for target in targets { bytes += "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n".utf8 }
      bytes += "HEAD /v1/photos/\(id)/original HTTP/1.1\r\nHost: x\r\n\r\n".utf8
      let connection = try service.connect()
      try connection.send(bytes)
      let statuses = try targets.map { _ in try connection.receiveResponse().status }
      #expect(statuses == [200, 200, 404, 200, 401, 200])
      #expect(try connection.receiveResponse(toHead: true).status == 200)
    }
  }

  @Test func `a truncated request leaves nothing behind`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let request = Array(String.upload(SampleGIF().bytes.count, by: ada).utf8) + SampleGIF().bytes
      for count in 0..<request.count {
        let connection = try service.connect()
        try connection.send(Array(request[..<count]))
        if count % 2 == 0 { connection.finish() } else { connection.reset() }
      }
      try await eventually { service.connectionCount == 0 }
      #expect(try service.client().ids("/v1/photos").isEmpty)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(service.blobs.isEmpty)
      #expect(service.openFiles.isEmpty)
    }
  }

  @Test func `a truncated form leaves nothing behind`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let form = Form(parts: [.text("caption", "Rex"), .photo(SampleGIF().bytes)])
      let head = String.upload(form.bytes.count, by: ada, "Content-Type: \(form.contentType)\r\n")
      for count in stride(from: 0, to: form.bytes.count, by: 3) {
        let connection = try service.connect()
        try connection.send(Array(head.utf8) + form.bytes[..<count])
        if count % 2 == 0 { connection.close() } else { connection.reset() }
      }
      try await eventually { service.connectionCount == 0 }
      #expect(try service.client().ids("/v1/photos").isEmpty)
      try await eventually { service.spooledFiles.isEmpty }
      #expect(service.openFiles.isEmpty)
    }
  }

  @Test func `readers that leave in the middle of a response leave nothing open`() async throws {
    try await withService { service in
      let photo = try await service.member("ada").add(SampleJPEG.large(byteCount: 4_000_000))
      let id = try #require(photo["id"].text)
      for number in 0..<12 {
        let connection = try RawClient(port: service.port, receiveBuffer: 4096)
        let range = number % 3 == 0 ? "" : "Range: bytes=0-99999,200000-2999999\r\n"
        try connection.send("GET /v1/photos/\(id)/original HTTP/1.1\r\nHost: x\r\n\(range)\r\n")
        _ = try connection.receive(through: "\r\n\r\n")
        if number % 2 == 0 { connection.close() } else { connection.reset() }
      }
      for _ in 0..<6 { try EventReader(service).close() }
      try await eventually { service.connectionCount == 0 }
      // One descriptor is remembered for each loop at most; the scrub may still be reading the photo, slowly.
      try await eventually { service.openFiles.count <= 2 }
      let page = try MetricsReading(try service.metrics())
      #expect(page.values["woof_event_subscribers"] == 0)
      #expect(page.values["woof_http_requests_in_flight"] == 0)
    }
  }

  @Test func `a client that stalls for too long gets an error and is disconnected`() async throws {
    let limits = #"limits: {headTimeout: "3s", keepAliveTimeout: "3s", bodyRateWindow: "3s"}"#
    try await withService(http: limits) { service in
      let ada = try await service.addAccount("ada")
      let silent = try service.connect()
      let inHead = try service.connect()
      try inHead.send("GET /healthz HTTP/1.1\r\nHost:")
      let inBody = try service.connect()
      try inBody.send(.upload(1000, by: ada))
      let late = ClientResponse(try inHead.receiveResponse())
      #expect(late.status == 408)
      #expect(late.problem == "request-timeout")
      let slow = ClientResponse(try inBody.receiveResponse())
      #expect(slow.status == 408)
      #expect(slow.problem == "request-timeout")
      #expect(try silent.receiveToEnd().text.isEmpty)
      try await eventually { service.spooledFiles.isEmpty }
    }
  }

  @Test func `the connections of an address are limited`() async throws {
    try await withService(http: "limits: {connectionsPerAddress: 3}") { service in
      let connections = try (0..<3).map { _ in try service.connect() }
      for connection in connections {
        try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try connection.receiveResponse().status == 200)
      }
      let refused = ClientResponse(try service.connect().receiveResponse())
      #expect(refused.status == 429)
      #expect(refused.problem == "too-many-requests")
      #expect(refused["Retry-After"] != nil)
      #expect(refused.isComplete)
    }
  }

  @Test func `the connections of the service are limited`() async throws {
    try await withService(http: "limits: {connections: 2}") { service in
      let connections = try (0..<2).map { _ in try service.connect() }
      for connection in connections {
        try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try connection.receiveResponse().status == 200)
      }
      let refused = ClientResponse(try service.connect().receiveResponse())
      #expect(refused.status == 503)
      #expect(refused.problem == "unavailable")
    }
  }
}
