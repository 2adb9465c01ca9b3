// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Requests that stop half-way are `408`, and what had come of a resumable upload stays.
struct TimeoutTests {
  private static let limits = #"limits: {headTimeout: "100ms", bodyRateWindow: "100ms"}"#
  private static let resumable = "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\n"

  /// Reads the response to a request that has stopped, and the end of its connection.
  private func stalled(_ connection: RawClient) throws -> ClientResponse {
    let response = ClientResponse(try connection.receiveResponse())
    #expect(response.status == 408)
    #expect(response.problem == "request-timeout")
    #expect(response["Connection"] == "close")
    #expect(try connection.receiveToEnd() == ("", .closed))
    return response
  }

  @Test(arguments: ["G", "GET /v1/photos HTTP/1.1\r\nHost: x\r\nAccept"])
  func `a head that stops half-way is timed out`(_ head: String) async throws {
    try await withService(http: Self.limits) { service in
      let connection = try service.connect()
      try connection.send(head)
      _ = try stalled(connection)
      let metrics = try service.metrics()
      #expect(metrics.contains("\nwoof_http_timeouts_total{limit=\"headTimeout\"} 1\n"))
    }
  }

  @Test(arguments: [
    "POST /v1/photos HTTP/1.1\r\nContent-Length: 500\r\n", "POST /v1/photos HTTP/1.1\r\nTransfer-Encoding: chunked\r\n",
    "POST /v1/photos HTTP/1.1\r\nContent-Length: 500\r\nContent-Type: multipart/form-data; boundary=b\r\n",
    "PUT /v1/me/password HTTP/1.1\r\nContent-Length: 500\r\nContent-Type: application/json\r\n",
  ])
  func `a body that stops half-way is timed out`(_ head: String) async throws {
    try await withService(http: Self.limits) { service in
      let ada = try await service.addAccount("ada")
      let connection = try service.connect()
      try connection.send("\(head)Host: x\r\nAuthorization: \(ada.authorization)\r\n\r\n")
      _ = try stalled(connection)
      #expect(service.spooledFiles == [])
      let metrics = try service.metrics()
      #expect(metrics.contains("\nwoof_http_timeouts_total{limit=\"minimumBodyRate\"} 1\n"))
    }
  }

  @Test(arguments: [0, 1, 50]) func `an upload that stops half-way resumes where it stopped`(
    _ count: Int
  ) async throws {
    try await withService(http: Self.limits) { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      try connection.send(.upload(picture.count, by: ada, Self.resumable))
      let place = try #require(ClientResponse(try connection.receiveResponse())["Location"])
      try connection.send(Array(picture.prefix(count)))
      let first = try stalled(connection)
      #expect(first.values("Cache-Control") == ["no-store"])
      #expect(first["Upload-Offset"] == "\(count)")
      #expect(first["Upload-Complete"] == "?0")
      #expect(first["Upload-Length"] == "\(picture.count)")
      #expect(first["Location"] == place)
      let again = try service.connect()
      try again.send(
        "PATCH \(place) HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\n"
          + "Content-Type: application/partial-upload\r\nUpload-Offset: \(count)\r\nUpload-Complete: ?1\r\n"
          + "Content-Length: \(picture.count - count)\r\n\r\n")
      try again.send(Array(picture[count..<count + 5]))
      #expect(try stalled(again)["Upload-Offset"] == "\(count + 5)")
      let response = try service.client(ada).send(
        "PATCH", place, ["Content-Type": "application/partial-upload", "Upload-Complete": "?1"],
        extra: [("Upload-Offset", "\(count + 5)")], body: Array(picture[(count + 5)...]))
      #expect(response.status == 201)
      let id = try #require(try response.member("id").text)
      #expect(try service.client(ada).get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `a stalled request does not end the turn of the request that continued for it`() async throws {
    try await withService(http: #"limits: {bodyRateWindow: "1s", minimumBodyRate: 1}"#) { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let (old, new) = (try service.connect(), try service.connect())
      try old.send(.upload(picture.count, by: ada, Self.resumable))
      let place = try #require(ClientResponse(try old.receiveResponse())["Location"])
      #expect(try service.client(ada).head(place)["Upload-Offset"] == "0")
      try new.send(
        "PATCH \(place) HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nUpload-Offset: 0\r\n"
          + "Content-Type: application/partial-upload\r\nUpload-Complete: ?1\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(picture.count)\r\n\r\n")
      #expect(try new.receiveResponse().status == 100)
      try new.send(Array(picture.prefix(50)))
      #expect(try old.receiveResponse().status == 409)
      try new.send(Array(picture[50...]))
      #expect(try new.receiveResponse().status == 201)
    }
  }
}
