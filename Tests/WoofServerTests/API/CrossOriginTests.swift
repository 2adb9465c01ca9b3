import Testing
import WoofModel

/// Writes that a browser sends on behalf of other pages.
struct CrossOriginTests {
  static let writes = ["PUT", "DELETE"]

  @Test(arguments: [
    ("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", "http://woof.test:81"),
    ("Origin", "http://woof.test.evil"),
    ("Origin", "http://evil@woof.test"), ("Origin", "woof.test"), ("Origin", "ftp://woof.test"), ("Origin", ""),
    ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Sec-Fetch-Site", "anything"),
  ])
  func `a write from another origin is refused`(name: String, value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let requests = [
        ("PUT", "/v1/photos/\(id)/favourite"), ("DELETE", "/v1/photos/\(id)/favourite"), ("DELETE", "/v1/photos/\(id)"),
        ("PATCH", "/v1/photos/\(id)"), ("POST", "/v1/photos"), ("PUT", "/v1/me/password"),
      ]
      for (method, target) in requests {
        let answer = try ada.send(method, target, extra: [(name, value)], body: [])
        #expect(answer.status == 403)
        #expect(answer.problem == "cross-origin-refused")
      }
      #expect(try ada.get("/v1/photos/\(id)").member("version") == 1)
    }
  }

  @Test(arguments: [
    ("Origin", "http://woof.test"), ("Origin", "https://woof.test"), ("Origin", "http://WOOF.test"),
    ("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "none"),
  ])
  func `a write from the same origin, or from no page at all, is not`(name: String, value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.send("PUT", "/v1/photos/\(id)/favourite", extra: [(name, value)]).status == 200)
    }
  }

  @Test func `reading is for pages of every origin, without being given to them`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      for target in ["/v1/photos", "/v1/photos/\(id)", "/v1/photos/\(id)/original"] {
        let answer = try service.client().get(
          target, ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"])
        #expect(answer.status == 200)
        #expect(answer["Access-Control-Allow-Origin"] == nil)
      }
    }
  }
}
