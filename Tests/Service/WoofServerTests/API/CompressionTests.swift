// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Responses that are compressed for clients that take gzip.
@Suite(.overEachProtocol) struct CompressionTests {
  private static let gzip: KeyValuePairs<String, String> = ["Accept-Encoding": "gzip, deflate, br"]
  /// A caption that makes the metadata of a photo longer than a packet.
  private static let longCaption = String(repeating: "Rex at the lake. ", count: 100)

  private static func isCompressed(_ response: ClientResponse) -> Bool { response["Content-Encoding"] == "gzip" }

  private static func longPhoto(of client: Client) throws -> String {
    let id = try client.addPhoto()
    let edited = try client.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"\#(longCaption)"}"#)
    guard edited.status == 200 else { throw TestFailure(edited.text) }
    return id
  }

  // MARK: What is compressed

  @Test func `a page is compressed for who takes it, from memory too, and has the same content`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<60 { _ = try ada.addPhoto() }
      for client in [service.client(), ada] {
        let plain = try client.get("/v1/photos?limit=60")
        #expect(!Self.isCompressed(plain) && plain["Vary"] == "Authorization, Cookie, Accept-Encoding")
        for _ in 0..<3 {
          let sent = try client.get("/v1/photos?limit=60", Self.gzip)
          #expect(Self.isCompressed(sent) && sent["Vary"] == "Authorization, Cookie, Accept-Encoding")
          #expect(sent["Content-Length"] == "\(sent.body.count)" && sent.body.count < plain.body.count / 2)
          #expect(try gunzip(sent.body) == plain.body)
        }
        #expect(try client.get("/v1/photos?limit=60").body == plain.body)
      }
    }
  }

  @Test func `a page that has changed is compressed anew`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<5 { _ = try ada.addPhoto() }
      let reader = service.client()
      for _ in 0..<2 { _ = try reader.get("/v1/photos", Self.gzip) }
      let id = try ada.addPhoto()
      let page = try JSONValue(gunzip(reader.get("/v1/photos", Self.gzip).body))
      #expect(page["items"].items.first?["id"].text == id)
    }
  }

  @Test func `HEAD has the fields of GET`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<5 { _ = try ada.addPhoto() }
      for target in ["/v1/photos", "/openapi.yaml", "/"] {
        let get = try service.client().get(target, Self.gzip)
        let head = try service.client().head(target, Self.gzip)
        #expect(Self.isCompressed(get) && head.body.isEmpty)
        for name in ["Content-Encoding", "Content-Length", "Content-Type", "ETag", "Vary"] {
          #expect(head[name] == get[name], "\(target) \(name)")
        }
      }
    }
  }

  @Test(arguments: ["/openapi.yaml", "/", "/v1/timeline/2026-05?view=all"])
  func `documents and pages are compressed`(target: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<40 { _ = try ada.addPhoto() }
      let month = try service.client().get("/v1/timeline").member("months").items.first?["month"].text ?? ""
      let target = target.replacing("2026-05", with: month)
      let plain = try service.client().get(target)
      let sent = try service.client().get(target, Self.gzip)
      #expect(plain.status == 200 && Self.isCompressed(sent))
      #expect(try gunzip(sent.body) == plain.body)
    }
  }

  @Test func `figures are compressed for Prometheus and for administrators`() async throws {
    try await withService { service in
      let admin = try await service.member("root", isAdministrator: true)
      for client in [service.metricsClient, admin] {
        let sent = try client.get("/metrics", Self.gzip)
        #expect(Self.isCompressed(sent))
        #expect(try String(decoding: gunzip(sent.body), as: UTF8.self).contains("woof_http_requests_total"))
      }
    }
  }

  @Test(arguments: ["", "identity", "gzip;q=0", "br"])
  func `who does not take gzip is sent bytes as they are`(codings: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<5 { _ = try ada.addPhoto() }
      let sent = try service.client().get("/v1/photos", ["Accept-Encoding": codings])
      #expect(!Self.isCompressed(sent) && sent["Vary"] == "Authorization, Cookie, Accept-Encoding")
      #expect(try sent.member("items").items.count == 5)
    }
  }

  @Test func `photos, short responses and the live feed are sent as they are`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(SampleJPEG.next())["id"].text)
      let original = try ada.get("/v1/photos/\(id)/original", Self.gzip)
      #expect(!Self.isCompressed(original) && original["Vary"]?.contains("Accept-Encoding") != true)
      #expect(original["Accept-Ranges"] == "bytes" && original["Repr-Digest"] != nil)
      let short = try ada.get("/v1/service", Self.gzip)
      #expect(short.status == 200 && (Self.isCompressed(short) == (short.body.count > 1_400)))
      let stream = try ClientProtocol.current.connection(over: try service.connect())
        .open(ClientRequest(method: "GET", target: "/v1/events", fields: [("Accept-Encoding", "gzip")]))
      #expect(stream.head.status == 200 && !Self.isCompressed(stream.head))
      stream.body.close()
    }
  }

  @Test func `it can be switched off`() async throws {
    try await withService(http: "compression: false") { service in
      let ada = try await service.member("ada")
      let id = try Self.longPhoto(of: ada)
      for target in ["/v1/photos/\(id)", "/", "/openapi.yaml"] {
        let sent = try ada.get(target, Self.gzip)
        #expect(!Self.isCompressed(sent) && sent["Vary"]?.contains("Accept-Encoding") != true)
      }
      // A client may have the tag from before.
      let tag = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      let edited = try ada.send(
        "PATCH", "/v1/photos/\(id)", ["If-Match": "\(tag.dropLast())+gzip\""], json: #"{"caption":"Rex"}"#)
      #expect(edited.status == 200)
    }
  }

  // MARK: Secrets

  @Test func `what holds a secret is never compressed`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try Self.longPhoto(of: ada)
      let link = try ada.send("POST", "/v1/links", Self.gzip, json: #"{"photo":"\#(id)","password":"good dog, Rex"}"#)
      #expect(link.status == 201 && link["Vary"]?.contains("Accept-Encoding") != true)
      let token = try #require(try link.member("token").text)
      let key = try service.client().send(
        "POST", "/v1/shared/\(token)/unlock", Self.gzip, json: #"{"password":"good dog, Rex"}"#)
      #expect(key.status == 200 && key["Vary"]?.contains("Accept-Encoding") != true)
      let open = try LinkHolder(service, ada, photo: id)
      let page = try open.client.get(open.page, Self.gzip)
      #expect(page.status == 200 && page.body.count > 1_400 && page.text.contains(open.token))
      #expect(!Self.isCompressed(page))
      // What a link shows has no secret.
      let photos = try open.get("/photos", Self.gzip)
      #expect(Self.isCompressed(photos))
      let archive = try ada.send("POST", "/v1/archives", Self.gzip, json: #"{"photos":["\#(id)"]}"#)
      #expect(archive.status == 201 && archive["Vary"]?.contains("Accept-Encoding") != true)
    }
  }

  // MARK: Tags

  @Test func `a change can depend on the tag of compressed metadata`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try Self.longPhoto(of: ada)
      let plain = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      let sent = try ada.get("/v1/photos/\(id)", Self.gzip)
      let tag = try #require(sent["ETag"])
      #expect(Self.isCompressed(sent) && tag == "\(plain.dropLast())+gzip\"")
      let json = #"{"caption":"\#(Self.longCaption)!"}"#
      let edited = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": tag, "Accept-Encoding": "gzip"], json: json)
      #expect(edited.status == 200 && Self.isCompressed(edited))
      let late = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": tag], json: json)
      #expect(late.problem == "precondition-failed")
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": tag]).problem == "precondition-failed")
      let next = try #require(edited["ETag"])
      #expect(next != tag)
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": next]).status == 204)
    }
  }

  @Test func `a reader with the compressed form gets a 304 that has its tag`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try Self.longPhoto(of: ada)
      let timeline = "/v1/timeline/\(try ada.get("/v1/timeline").member("months").items.first?["month"].text ?? "")"
      for (client, target) in [(ada, "/v1/photos/\(id)"), (service.client(), "/v1/photos/\(id)"), (ada, "/")] {
        let sent = try client.get(target, Self.gzip)
        let tag = try #require(sent["ETag"])
        #expect(tag.hasSuffix("+gzip\"") && Self.isCompressed(sent), "\(target)")
        for condition in [tag, "W/\(tag)", "\"x\", \(tag)"] {
          let same = try client.get(target, ["If-None-Match": condition, "Accept-Encoding": "gzip"])
          #expect(same.status == 304 && same["ETag"] == tag && same["Vary"] == sent["Vary"], "\(target) \(condition)")
        }
        // Without gzip, the compressed form is no answer.
        let plain = try client.get(target, ["If-None-Match": tag])
        #expect(plain.status == 200 && plain["ETag"] != tag)
      }
      #expect(try ada.get(timeline, Self.gzip).status == 200)
    }
  }

  @Test func `an album can be changed by the tag of its compressed form`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex", "private")
      let tag = try #require(try ada.get("/v1/albums/\(album)")["ETag"])
      let compressed = "\(tag.dropLast())+gzip\""
      let edited = try ada.send("PATCH", "/v1/albums/\(album)", ["If-Match": compressed], json: #"{"title":"Bella"}"#)
      #expect(edited.status == 200)
      let late = try ada.send("PATCH", "/v1/albums/\(album)", ["If-Match": compressed], json: #"{"title":"Max"}"#)
      #expect(late.problem == "precondition-failed")
    }
  }

  // MARK: Files of the gallery

  @Test func `scripts are compressed, have a tag of their own, and are kept for good`() async throws {
    try await withService { service in
      let reader = service.client()
      let page = try reader.get("/").text
      let path = try #require(page.firstMatch(of: /\/gallery\/[0-9a-f]+\/gallery\.js/)).output
      let plain = try reader.get(String(path))
      let sent = try reader.get(String(path), Self.gzip)
      #expect(Self.isCompressed(sent) && sent.body.count < plain.body.count / 2)
      #expect(try gunzip(sent.body) == plain.body)
      #expect(sent["Cache-Control"] == "public, max-age=31536000, immutable" && sent["Vary"] == "Accept-Encoding")
      #expect(plain["Cache-Control"] == sent["Cache-Control"] && plain["Vary"] == "Accept-Encoding")
      #expect(sent["ETag"] != plain["ETag"] && sent["Accept-Ranges"] == nil)
      let part = try reader.get(String(path), ["Range": "bytes=0-9", "Accept-Encoding": "gzip"])
      #expect(part.status == 206 && part.body == Array(plain.body.prefix(10)) && part["ETag"] == plain["ETag"])
      let whole = try reader.get(
        String(path), ["Range": "bytes=0-9", "If-Range": sent["ETag"] ?? "", "Accept-Encoding": "gzip"])
      #expect(whole.status == 200 && whole.body == sent.body)
    }
  }
}
