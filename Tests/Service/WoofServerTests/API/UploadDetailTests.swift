// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What is said of a photo beside its bytes.
@Suite(.overEachProtocol, .overEachWorld) struct UploadDetailTests {
  @Test func `caption and visibility are given in the query`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(SampleJPEG.next(), "?caption=Rex%20am%20See%20%F0%9F%90%95&visibility=private")
      #expect(photo["caption"] == "Rex am See 🐕")
      #expect(photo["visibility"] == "private")
    }
  }

  @Test(arguments: ["", String(repeating: "x", count: 2000), String(repeating: "🐕", count: 2000)])
  func `a caption has up to 2,000 characters`(caption: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post(Form(parts: [.text("caption", caption), .photo(SampleJPEG.next())]))
      #expect(response.status == 201)
      #expect(try response.member("caption").text == caption)
    }
  }

  @Test(arguments: [
    "%0D%0AX-Evil:%201", "%00", "%0A", "%09", "%1B%5B31m", "%7F", "%C2%85", String(repeating: "x", count: 2001),
  ])
  func `a caption that is too long or holds a control character is refused`(caption: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos?caption=\(caption)", [:], SampleJPEG.next())
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "caption")
      #expect(response["X-Evil"] == nil)
      #expect(try ada.ids("/v1/photos").isEmpty)
    }
  }

  @Test func `a caption is plain text and returned unchanged, whatever it looks like`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for caption in ["<script>alert(1)</script>", "\"quoted\" \\ back", "'; DROP TABLE photos; --", "\u{202E}", "%00"]
      {
        let encoded = caption.utf8.map { byte in
          let digits = String(byte, radix: 16)
          return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
        let id = try #require(try ada.add(SampleJPEG.next(), "?caption=\(encoded.joined())")["id"].text)
        #expect(try ada.get("/v1/photos/\(id)").member("caption").text == caption)
      }
    }
  }

  @Test(arguments: ["", "Public", "secret", "public,private"])
  func `an unknown visibility is refused`(visibility: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos?visibility=\(visibility)", [:], SampleJPEG.next())
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "visibility")
    }
  }

  @Test func `header fields do not set the photo's details`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Caption": "Rex", "Visibility": "private"], SampleJPEG.next())
      #expect(try response.member("caption") == "")
      #expect(try response.member("visibility") == "public")
    }
  }
}
