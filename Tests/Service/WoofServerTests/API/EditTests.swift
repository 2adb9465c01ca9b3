// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// `PATCH /v1/photos/{id}`.
@Suite(.overEachProtocol, .overEachWorld) struct EditTests {
  @Test func `the owner changes caption and visibility, one or both`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      let caption = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"two"}"#)
      #expect(caption.status == 200)
      #expect(try caption.member("caption") == "two")
      #expect(try caption.member("visibility") == "public")
      let both = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"","visibility":"unlisted"}"#)
      #expect(try both.member("caption") == "")
      #expect(try both.member("visibility") == "unlisted")
      let shown = try ada.get("/v1/photos/\(id)")
      #expect(shown.body == both.body)
      #expect(shown["ETag"] == both["ETag"])
    }
  }

  @Test func `an edit that depends on the revision passes although somebody has liked the photo since`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let id = try ada.addPhoto("?caption=one")
      #expect(try ada.get("/v1/photos/\(id)").member("revision") == 1)
      _ = try bob.put("/v1/photos/\(id)/favourite")
      let edited = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": "\"r1\""], json: #"{"caption":"two"}"#)
      #expect(edited.status == 200)
      #expect(try edited.member("revision") == 2)
    }
  }

  @Test func `an edit that depends on an older revision is refused with the photo as it is by now`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"two"}"#)
      _ = try ada.put("/v1/photos/\(id)/favourite")
      let response = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": "\"r1\""], json: #"{"caption":"three"}"#)
      #expect(response.problem == "precondition-failed")
      #expect(try response.member("photo") == ada.get("/v1/photos/\(id)").json())
    }
  }

  @Test func `an edit that changes nothing adds no version`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      for json in ["{}", #"{"caption":"one"}"#, #"{"visibility":"public"}"#] {
        let response = try ada.send("PATCH", "/v1/photos/\(id)", json: json)
        #expect(response.status == 200)
        #expect(try response.member("version") == 1)
      }
    }
  }

  @Test(arguments: ["application/merge-patch+json", "application/json", "application/json; charset=utf-8"])
  func `a merge patch can be sent as merge-patch+json or as JSON`(type: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.send(
        "PATCH", "/v1/photos/\(id)", ["Content-Type": type], body: Array(#"{"caption":"Rex"}"#.utf8))
      #expect(try response.member("caption") == "Rex")
    }
  }

  @Test(arguments: ["text/plain", "application/json-patch+json", "application/x-www-form-urlencoded", nil])
  func `other content types are refused for a merge patch`(type: String?) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let fields = type.map { [("Content-Type", $0)] } ?? []
      let response = try ada.send("PATCH", "/v1/photos/\(id)", extra: fields, body: Array(#"{"caption":"Rex"}"#.utf8))
      #expect(response.status == 415)
      #expect(response.problem == "unsupported-media-type")
      #expect(response["Accept-Patch"] == "application/merge-patch+json, application/json")
    }
  }

  @Test(arguments: [
    (#"{"colour":"brown"}"#, "colour"), (#"{"id":"x"}"#, "id"), (#"{"owner":"bob"}"#, "owner"),
    (#"{"favouriteCount":7}"#, "favouriteCount"), (#"{"version":7}"#, "version"), (#"{"revision":7}"#, "revision"),
    (#"{"deleted":true}"#, "deleted"),
    (#"{"isFavourite":true}"#, "isFavourite"), (#"{"caption":null}"#, "caption"),
    (#"{"visibility":null}"#, "visibility"),
    (#"{"caption":7}"#, "caption"), (#"{"caption":["a"]}"#, "caption"), (#"{"caption":{"a":1}}"#, "caption"),
    (#"{"visibility":"secret"}"#, "visibility"), (#"{"visibility":"Public"}"#, "visibility"),
    (#"{"caption":"a\u0000b"}"#, "caption"), (#"{"caption":"a\r\nX-Evil: 1"}"#, "caption"),
    (#"{"":1}"#, ""),
  ])
  func `unknown and read-only members, nulls and wrong values are named`(
    json: String, parameter: String
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      let response = try ada.send("PATCH", "/v1/photos/\(id)", json: json)
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter").text == parameter)
      #expect(try ada.get("/v1/photos/\(id)").member("version") == 1)
    }
  }

  @Test(arguments: ["", "{", "null", "[]", "7", "\"caption\"", "{\"caption\":\"Rex\"", "{'caption':'Rex'}", "\u{FEFF}"])
  func `a body that is not a JSON object is refused`(json: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.send("PATCH", "/v1/photos/\(id)", json: json)
      #expect(response.status == 400)
      #expect(response.problem == "invalid-request")
    }
  }

  @Test func `JSON that is nested too deeply or not UTF-8 is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let deep = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
      #expect(try ada.send("PATCH", "/v1/photos/\(id)", json: deep).status == 400)
      #expect(try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":\#(deep)}"#).status == 400)
      let response = try ada.send(
        "PATCH", "/v1/photos/\(id)", ["Content-Type": "application/json"],
        body: Array("{\"caption\":\"".utf8) + [0xFF, 0xC0] + Array("\"}".utf8))
      #expect(response.status == 400)
    }
  }

  @Test func `a body that is too large is refused with the limit`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let json = #"{"caption":"\#(String(repeating: "x", count: 70_000))"}"#
      let response = try ada.send("PATCH", "/v1/photos/\(id)", json: json)
      #expect(response.status == 413)
      #expect(try response.member("limit") == 65_536)
    }
  }

  @Test func `an edit without a body gets a 411`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.send("PATCH", "/v1/photos/\(id)", ["Content-Type": "application/json"])
      #expect(response.status == 411)
      #expect(response.problem == "length-required")
    }
  }

  @Test func `If-Match accepts the metadata's tag until any change`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let id = try ada.addPhoto()
      let tag = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      _ = try bob.setFavourite(id)
      let lost = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": tag], json: #"{"caption":"Rex"}"#)
      #expect(lost.status == 412)
      #expect(lost.problem == "precondition-failed")
      let newTag = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      for condition in [newTag, "*"] {
        let json = #"{"caption":"\#(condition.count)"}"#
        #expect(try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": condition], json: json).status == 200)
      }
      let weak = try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": "W/\(newTag)"], json: #"{"caption":"x"}"#)
      #expect(weak.status == 412)
    }
  }

  @Test func `the tag of metadata with the owner's own favourite is accepted, too`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let tag = try #require(try ada.setFavourite(id)["ETag"])
      #expect(try ada.get("/v1/photos/\(id)")["ETag"] == tag)
      #expect(
        try ada.send("PATCH", "/v1/photos/\(id)", ["If-Match": tag], json: #"{"caption":"Rex"}"#).status == 200)
    }
  }

  @Test func `one of many edits on the same tag succeeds`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let id = try service.client(ada).addPhoto()
      let tag = try #require(try service.client(ada).get("/v1/photos/\(id)")["ETag"])
      let statuses = try await withThrowingTaskGroup { tasks in
        for number in 0..<10 {
          tasks.addTask {
            try service.client(ada).send(
              "PATCH", "/v1/photos/\(id)", ["If-Match": tag], json: #"{"caption":"\#(number)"}"#
            ).status
          }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 9))
    }
  }
}
