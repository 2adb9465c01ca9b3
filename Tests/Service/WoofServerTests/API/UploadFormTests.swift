// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `POST /v1/photos` with a form.
@Suite(.overEachProtocol, .overEachWorld) struct UploadFormTests {
  @Test func `a form contains the photo, its caption and its visibility, in any order`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let pictures = (SampleJPEG.next(), SampleJPEG.next())
      let first = Form(parts: [.photo(pictures.0), .text("caption", "Rex"), .text("visibility", "unlisted")])
      let second = Form(parts: [.text("visibility", "private"), .text("caption", "Bella"), .photo(pictures.1)])
      let responses = try [first, second].map { try ada.post($0) }
      #expect(responses.map(\.status) == [201, 201])
      #expect(try responses.map { try $0.member("caption") } == ["Rex", "Bella"])
      #expect(try responses.map { try $0.member("visibility") } == ["unlisted", "private"])
      let id = try #require(try responses[1].member("id").text)
      #expect(try ada.get("/v1/photos/\(id)/original").body == pictures.1)
    }
  }

  @Test func `values in the form have precedence over the query`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let form = Form(parts: [.photo(SampleJPEG.next()), .text("caption", "form")])
      let response = try ada.post(form, "?caption=query&visibility=unlisted")
      #expect(try response.member("caption") == "form")
      #expect(try response.member("visibility") == "unlisted")
    }
  }

  @Test func `a form can arrive byte by byte`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let form = Form(parts: [.text("caption", "dripped"), .photo(SampleJPEG.next())])
      let connection = try service.connect()
      try connection.send(.upload(form.bytes.count, by: ada, "Content-Type: \(form.contentType)\r\n"))
      for byte in form.bytes { try connection.send([byte]) }
      let response = ClientResponse(try connection.receiveResponse())
      #expect(response.status == 201)
      #expect(try response.member("caption") == "dripped")
    }
  }

  @Test(arguments: ["image/jpeg", "image/png", "application/octet-stream", nil])
  func `the part's type can be that of any picture, or absent`(type: String?) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: [.photo(SampleGIF().bytes, type: type)]))
      #expect(response.status == 201)
      #expect(try response.member("contentType") == "image/gif")
    }
  }

  @Test func `a part of another type is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: [.photo(SampleJPEG.next(), type: "text/html")]))
      #expect(response.status == 415)
      #expect(response.problem == "unsupported-media-type")
    }
  }

  @Test func `the part's own digest is verified`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (picture, other) = (SampleJPEG.next(), SampleJPEG.next())
      let right = Form(parts: [.photo(picture, lines: "Repr-Digest: \(picture.reprDigest)\r\n")])
      let wrong = Form(parts: [.photo(other, lines: "Repr-Digest: \(picture.reprDigest)\r\n")])
      #expect(try ada.post(right).status == 201)
      #expect(try ada.post(wrong).problem == "digest-mismatch")
    }
  }

  @Test(arguments: [
    ([.text("caption", "Rex")], "invalid-request"), ([], "invalid-request"),
    ([.photo(SampleGIF().bytes), .text("colour", "brown")], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .photo(SampleGIF().bytes)], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("caption", "a"), .text("caption", "b")], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("caption", "a\u{0}b")], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("caption", "a\r\nb")], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("caption", String(repeating: "x", count: 2001))], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("caption", String(repeating: "x", count: 100_000))], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), .text("visibility", "secret")], "invalid-parameter"),
    ([.photo(SampleGIF().bytes), Form.Part(name: "caption", content: [0xFF, 0xFE])], "invalid-parameter"),
    ([.photo([])], "invalid-image"), ([.photo(Array("hello".utf8))], "invalid-image"),
  ])
  func `a form without a photo is refused and leaves nothing`(parts: [Form.Part], problem: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: parts))
      #expect(response.problem == problem)
      #expect(try ada.ids("/v1/photos").isEmpty)
      #expect(service.blobs.isEmpty)
      try await eventually { service.spooledFiles.isEmpty }
    }
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a b \"",
    "multipart/form-data; boundary=\(String(repeating: "x", count: 71))", "multipart/form-data; boundary=ä",
  ])
  func `a form without a proper boundary is refused`(type: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": type], Form(parts: [.photo(SampleJPEG.next())]).bytes)
      #expect((400..<500).contains(response.status))
      #expect(response.problem != nil)
    }
  }

  @Test func `a truncated form is refused and leaves nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let form = Form(parts: [.text("caption", "Rex"), .photo(SampleGIF().bytes)])
      for count in 0..<(form.bytes.count - 4) {
        let response = try ada.post("/v1/photos", ["Content-Type": form.contentType], Array(form.bytes[..<count]))
        #expect(response.status == 400 || response.status == 422, "cut at \(count)")
        #expect(response.problem != nil)
      }
      #expect(try ada.ids("/v1/photos").isEmpty)
      try await eventually { service.spooledFiles.isEmpty }
    }
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd", "a\\\"; filename=\\\"b", "x%0d%0aX-Evil: 1", "\u{202E}gpj.exe", "",
    "CON", "a;b=c", String(repeating: "x", count: 3000),
  ])
  func `a file name leads nowhere, and only its owner sees it`(fileName: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: [.photo(SampleJPEG.next(), fileName: fileName)]))
      #expect(response.status == 201)
      let id = try #require(try response.member("id").text)
      let strange = try service.client().get("/v1/photos/\(id)/original?download")
      #expect(strange["Content-Disposition"] == "attachment; filename=\"\(id).jpg\"")
      let own = try ada.get("/v1/photos/\(id)/original?download")
      #expect(own["X-Evil"] == nil)
      let disposition = try #require(own["Content-Disposition"])
      #expect(disposition.hasPrefix("attachment; filename"))
      #expect(disposition.utf8.count < 2000)
      for trace in ["/", "%2F", "%5C", "\u{202E}", "%E2%80%AE", "../"] {
        #expect(!disposition.contains(trace), "\(disposition)")
      }
    }
  }

  @Test(arguments: [
    "X-Evil: 1\u{0}\r\n", "Content-Type: image/png\r\n folded\r\n", "no colon\r\n", ": empty\r\n", "X : y\r\n",
    "X: \(String(repeating: "y", count: 100_000))\r\n",
  ])
  func `a part with a malformed head is refused`(lines: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: [.photo(SampleJPEG.next(), lines: lines)]))
      #expect(response.status == 400)
      #expect(response.problem == "invalid-request")
    }
  }

  @Test func `a photo in a form can be as large as a raw one, and no larger`() async throws {
    try await withService(photos: #"bytes: "100 kB""#) { service in
      let ada = try await service.member("ada")
      let (small, large) = (SampleJPEG.large(byteCount: 60_000), SampleJPEG.large(byteCount: 110_000))
      #expect(try ada.post(Form(parts: [.photo(small)])).status == 201)
      let response = try ada.post(Form(parts: [.photo(large)]))
      #expect(response.status == 413)
      #expect(response.problem == "payload-too-large")
      #expect(try response.member("limit") == 100_000)
    }
  }
}
