// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `POST /v1/photos` with the picture as the body.
struct UploadTests {
  @Test func `a new photo gets a 201 with its location, its metadata and their tag`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next())
      #expect(response.status == 201)
      let photo = try response.json()
      let id = try #require(photo["id"].text)
      #expect(response["Location"] == "/v1/photos/\(id)")
      #expect(photo["isFavourite"] == false)
      #expect(photo["visibility"] == "public")
      #expect(photo["caption"] == "")
      let shown = try ada.get("/v1/photos/\(id)")
      #expect(shown.body == response.body)
      #expect(shown["ETag"] == response["ETag"])
    }
  }

  @Test(arguments: [
    "image/jpeg", "image/png", "IMAGE/JPEG", "image/anything; q=\"1\"", "application/octet-stream", nil,
  ])
  func `the type comes from the bytes, whatever type of picture the head claims`(type: String?) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let fields = type.map { [("Content-Type", $0)] } ?? []
      let response = try ada.send("POST", "/v1/photos", extra: fields, body: SampleGIF().bytes)
      #expect(response.status == 201)
      #expect(try response.member("contentType") == "image/gif")
    }
  }

  @Test(arguments: [
    "text/plain", "application/json", "video/mp4", "application/x-www-form-urlencoded", "multipart/mixed; boundary=x",
    "jpeg", "", "image/", "/jpeg", "image/jpeg, text/html",
  ])
  func `a type other than of a picture is refused`(type: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": type], SampleJPEG.next())
      #expect(response.status == 415)
      #expect(response.problem == "unsupported-media-type")
      #expect(response["Accept"] == "image/*, application/octet-stream, multipart/form-data")
    }
  }

  @Test func `a picture can come in chunks of any size, with extensions and trailers`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      try connection.send(
        "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nTransfer-Encoding: chunked\r\n\r\n"
      )
      for byte in picture { try connection.send(Array("1;a=\"b\"\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
      try connection.send("0\r\nX-Trailer: y\r\n\r\n")
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == 201)
      let id = try #require(try response.member("id").text)
      #expect(try service.client().get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `a client that expects 100 Continue gets it before the picture is sent`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      try connection.send(.upload(picture.count, by: ada, "Expect: 100-continue\r\n"))
      #expect(try connection.receiveResponse().status == 100)
      try connection.send(picture)
      #expect(try connection.receiveResponse().status == 201)
      try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try connection.receiveResponse().status == 200)
    }
  }

  @Test(arguments: [
    (401, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"),
    (401, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: Basic eDp5\r\nContent-Length: 1000\r\n"),
    (415, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 9\r\nContent-Type: a/b\r\n"),
    (413, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 50000001\r\n"),
    (413, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 99999999999999999\r\n"),
    (400, "POST /v1/photos?caption=%00 HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 9\r\n"),
    (400, "POST /v1/photos?visibility=x HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 9\r\n"),
    (403, "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 9\r\nOrigin: http://y\r\n"),
    (404, "POST /v1/nothing HTTP/1.1\r\nHost: x\r\nAuthorization: ADA\r\nContent-Length: 9\r\n"),
  ])
  func `an upload that will be refused is refused before its body, without 100 Continue`(
    status: Int, head: String
  ) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let connection = try service.connect()
      let head = head.replacing("ADA", with: ada.authorization)
      try connection.send("\(head)Expect: 100-continue\r\n\r\n")
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == status)
      #expect(response.problem != nil)
      #expect(response["Connection"] == "close")
    }
  }

  @Test(arguments: [0, 1, 500])
  func `a response before the body leaves the connection usable`(sent: Int) async throws {
    try await withService { service in
      let connection = try service.connect()
      try connection.send("POST /v1/photos HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
      try connection.send([UInt8](repeating: 0, count: sent))
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == 401)
      #expect(response["Connection"] == nil)
      try connection.send([UInt8](repeating: 0, count: 1000 - sent))
      try connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try connection.receiveResponse().status == 200)
    }
  }

  @Test func `an upload without a length or chunks gets a 411`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("POST", "/v1/photos")
      #expect(response.status == 411)
      #expect(response.problem == "length-required")
    }
  }

  @Test func `an empty picture is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", [:], [])
      #expect(response.status == 422)
      #expect(response.problem == "invalid-image")
      #expect(try response.member("transformer").text?.isEmpty == false)
    }
  }

  @Test func `the owner's same bytes give the existing photo, and change nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let first = try ada.post("/v1/photos?caption=one", [:], picture)
      let id = try #require(try first.member("id").text)
      _ = try ada.setFavourite(id)
      let again = try ada.post("/v1/photos?caption=two&visibility=private", [:], picture)
      #expect(again.status == 200)
      #expect(again["Location"] == "/v1/photos/\(id)")
      #expect(try again.member("caption") == "one")
      #expect(try again.member("visibility") == "public")
      #expect(try again.member("isFavourite") == true)
      #expect(try again.member("version") == 2)
      #expect(try ada.ids("/v1/photos") == [id])
    }
  }

  @Test func `another owner's same bytes, or those of a deleted photo, give a new photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let picture = SampleJPEG.next()
      let id = try #require(try ada.add(picture)["id"].text)
      #expect(try bob.post("/v1/photos", [:], picture).status == 201)
      _ = try ada.delete("/v1/photos/\(id)")
      let again = try ada.post("/v1/photos", [:], picture)
      #expect(again.status == 201)
      #expect(try again.member("id").text != id)
    }
  }
}

extension String {
  /// The head of an upload of so many bytes.
  static func upload(_ count: Int, by credential: Credential, _ lines: String = "") -> String {
    """
    POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(credential.authorization)\r\nContent-Length: \(count)\r\n\
    \(lines)\r\n
    """
  }
}
