// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel
import WoofSystem

@testable import TestKit
@testable import TestPictures

/// Digests that a sender announces (RFC 9530).
@Suite(.overEachProtocol, .overEachWorld) struct UploadDigestTests {
  private static let fields = ["Repr-Digest", "Content-Digest"]

  /// The values that are right for bytes, by algorithm.
  private static func values(of bytes: [UInt8]) -> [String] {
    [bytes.reprDigest, bytes.longReprDigest, "\(bytes.longReprDigest), \(bytes.reprDigest)"]
  }

  @Test(arguments: fields) func `an upload with the right digest is accepted`(field: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for index in 0..<3 {
        let picture = SampleJPEG.next()
        let value = Self.values(of: picture)[index]
        #expect(try ada.send("POST", "/v1/photos", extra: [(field, value)], body: picture).status == 201)
      }
      #expect(try ada.ids("/v1/photos").count == 3)
    }
  }

  @Test(arguments: fields) func `an upload with a wrong digest is refused with the right one`(
    field: String
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (picture, other) = (SampleJPEG.next(), SampleJPEG.next())
      let values = Self.values(of: other) + ["\(picture.reprDigest), \(other.longReprDigest)"]
      for value in values {
        let response = try ada.send("POST", "/v1/photos", extra: [(field, value)], body: picture)
        #expect(response.status == 422)
        #expect(response.problem == "digest-mismatch")
      }
      let short = try ada.send("POST", "/v1/photos", extra: [(field, other.reprDigest)], body: picture)
      #expect(try short.member("actual").text == "sha256-\(Base64.encode(SHA256.digest(of: picture), as: .url))")
      #expect(try short.member("expected").text == "sha256-\(Base64.encode(SHA256.digest(of: other), as: .url))")
      let long = try ada.send("POST", "/v1/photos", extra: [(field, other.longReprDigest)], body: picture)
      #expect(try long.member("actual").text == "sha512-\(Base64.encode(SHA512.digest(of: picture), as: .url))")
      #expect(try long.member("expected").text == "sha512-\(Base64.encode(SHA512.digest(of: other), as: .url))")
      #expect(try ada.ids("/v1/photos").isEmpty)
      #expect(service.spooledFiles == [])
    }
  }

  @Test func `two contradicting fields are refused before the body`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let connection = try service.connect()
      let lines = "Repr-Digest: \([1].reprDigest)\r\nContent-Digest: \([2].reprDigest)\r\nExpect: 100-continue\r\n"
      try connection.send(.upload(1000, by: ada, lines))
      #expect(ClientResponse(try connection.receiveResponse()).problem == "digest-mismatch")
    }
  }

  @Test(arguments: fields) func `a digest of an unknown algorithm is ignored`(
    field: String
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for value in ["sha-384=:AAAA:", "md5=:AAAA:, sha=:AAAA:"] {
        #expect(try ada.send("POST", "/v1/photos", extra: [(field, value)], body: SampleJPEG.next()).status == 201)
      }
    }
  }

  @Test(arguments: [
    "sha-256", "sha-256=abc", "sha-256=:AAAA:", "sha-256=:=:", "x y", "sha-256=:AAAA", "sha-512=?1", "sha-512=:AAAA:",
  ])
  func `a malformed digest is refused before the body`(value: String) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      for field in Self.fields {
        let connection = try service.connect()
        try connection.send(.upload(1000, by: ada, "\(field): \(value)\r\nExpect: 100-continue\r\n"))
        let response = ClientResponse(try connection.receiveResponse())
        #expect(response.status == 400)
        #expect(response.problem == "invalid-request")
      }
    }
  }

  // MARK: Forms

  @Test(arguments: fields) func `the part with the photo has its own digests`(field: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for index in 0..<3 {
        let (picture, other) = (SampleJPEG.next(), SampleJPEG.next())
        let line = "\(field): \(Self.values(of: picture)[index])\r\n"
        #expect(try ada.post(Form(parts: [.photo(other, lines: line)])).problem == "digest-mismatch")
        #expect(try ada.post(Form(parts: [.photo(picture, lines: line)])).status == 201)
      }
      let line = "\(field): sha-512=:AAAA:\r\n"
      #expect(try ada.post(Form(parts: [.photo(SampleJPEG.next(), lines: line)])).problem == "invalid-request")
    }
  }

  @Test(arguments: fields) func `the digest in the head of a form is that of the form`(field: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for index in 0..<3 {
        let picture = SampleJPEG.next()
        let form = Form(parts: [.text("caption", "Rex"), .photo(picture)])
        let type = ("Content-Type", form.contentType)
        for (bytes, status) in [(picture, 422), (form.bytes, 201)] {
          let value = Self.values(of: bytes)[index]
          let response = try ada.send("POST", "/v1/photos", extra: [type, (field, value)], body: form.bytes)
          #expect(response.status == status)
        }
      }
    }
  }

  // MARK: Uploads in parts

  private static let part: KeyValuePairs = ["Content-Type": "application/partial-upload"]

  @Test(arguments: fields)
  func `a part with another digest than announced leaves the upload unchanged`(
    field: String
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let head = Array(picture.prefix(9))
      let refused = try ada.send(
        "POST", "/v1/photos", ["Upload-Complete": "?0"], extra: [("Content-Digest", picture.reprDigest)], body: head)
      #expect(refused.problem == "digest-mismatch")
      #expect(refused["Upload-Offset"] == "0")
      let place = try #require(refused["Location"])
      func append(_ bytes: [UInt8], at offset: Int, _ value: String, isComplete: Bool = false) throws -> ClientResponse
      {
        try ada.send(
          "PATCH", place, Self.part,
          extra: [
            ("Upload-Offset", "\(offset)"), ("Upload-Complete", isComplete ? "?1" : "?0"), (field, value),
          ], body: bytes)
      }
      var offset = 0
      for index in 0..<3 {
        let bytes = Array(picture[offset..<offset + 9])
        for wrong in Self.values(of: picture) {
          let response = try append(bytes, at: offset, wrong)
          #expect(response.problem == "digest-mismatch")
          #expect(response["Upload-Offset"] == "\(offset)")
          #expect(response["Upload-Complete"] == "?0")
          #expect(try ada.head(place)["Upload-Offset"] == "\(offset)")
        }
        #expect(try append(bytes, at: offset, "sha-256=:AAAA:").status == 400)
        offset += 9
        #expect(try append(bytes, at: offset - 9, Self.values(of: bytes)[index])["Upload-Offset"] == "\(offset)")
      }
      let rest = Array(picture[offset...])
      #expect(try append(rest, at: offset, picture.reprDigest, isComplete: true).problem == "digest-mismatch")
      #expect(try append(rest, at: offset, rest.reprDigest, isComplete: true).status == 201)
      #expect(service.spooledFiles == [])
    }
  }

  @Test(.embeddedOnly("it looks at the files of its spool"))
  func `bytes of a part with a digest count once all have come`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.large(byteCount: 300_000)
      let created = try service.client(ada).post("/v1/photos", ["Upload-Complete": "?0"], Array(picture.prefix(9)))
      let place = try #require(created["Location"])
      let rest = Array(picture[9...])
      let connection = try service.connect()
      try connection.send(
        "PATCH \(place) HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nUpload-Offset: 9\r\n"
          + "Content-Type: application/partial-upload\r\nUpload-Complete: ?1\r\nContent-Length: \(rest.count)\r\n"
          + "Content-Digest: \(rest.reprDigest)\r\n\r\n")
      try connection.send(Array(rest.prefix(200_000)))
      try await eventually { !service.spooledFiles.isEmpty }
      #expect(try service.client(ada).head(place)["Upload-Offset"] == "9")
      try connection.send(Array(rest[200_000...]))
      #expect(try connection.receiveResponse().status == 409)
      #expect(try service.client(ada).head(place)["Upload-Offset"] == "9")
      try await eventually { service.spooledFiles.isEmpty }
    }
  }

  @Test
  func `a digest of the whole holds across a break, even as SHA-512`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for isRight in [true, false] {
        let picture = SampleJPEG.next()
        let value = isRight ? picture.longReprDigest : [1].longReprDigest
        let created = try ada.send(
          "POST", "/v1/photos", ["Upload-Complete": "?0"], extra: [("Repr-Digest", value)],
          body: Array(picture.prefix(9)))
        let response = try ada.send(
          "PATCH", try #require(created["Location"]), Self.part,
          extra: [("Upload-Offset", "9"), ("Upload-Complete", "?1")], body: Array(picture[9...]))
        #expect(response.status == (isRight ? 201 : 422))
        #expect(response["Upload-Complete"] == "?1")
      }
    }
  }

  // MARK: JSON

  @Test(arguments: fields) func `JSON with another digest than announced changes nothing`(field: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let path = "/v1/photos/\(try ada.addPhoto())"
      let patch = Array(#"{"caption":"Rex"}"#.utf8)
      for index in 0..<3 {
        let type = ("Content-Type", "application/json")
        let wrong = try ada.send("PATCH", path, extra: [type, (field, Self.values(of: [1])[index])], body: patch)
        #expect(wrong.problem == "digest-mismatch")
        #expect(try ada.get(path).member("caption") == "")
      }
      let right = [("Content-Type", "application/json"), (field, patch.longReprDigest)]
      #expect(try ada.send("PATCH", path, extra: right, body: patch).member("caption") == "Rex")
    }
  }
}

extension [UInt8] {
  /// The value of `Repr-Digest` for these bytes.
  var reprDigest: String { "sha-256=:\(Base64.encode(SHA256.digest(of: self), as: .standard)):" }
  /// The same with SHA-512.
  var longReprDigest: String { "sha-512=:\(Base64.encode(SHA512.digest(of: self), as: .standard)):" }
}
