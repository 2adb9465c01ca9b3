// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Paths that want to be somewhere else.
struct PathTests {
  @Test(arguments: [
    "/v1/photos/..", "/v1/photos/%2e%2e", "/v1/photos/%2E%2E/healthz", "/v1/../healthz", "/v1/./photos", "/./healthz",
    "//healthz", "/v1//photos", "/v1/photos//original", "/v1/photos/ID//original", "/v1/photos/ID/../ID/original",
    "/v1/photos/ID%2Foriginal", "/v1/photos/ID%2foriginal", "/v1%2Fphotos", "/%2Fhealthz", "/v1/photos/ID%00",
    "/v1/photos/ID/original%00.txt", "/v1/photos/ID/%00original", "/v1/photos/ID%0d%0aX-Evil:%201",
    "/v1/photos/ID%20", "/v1/photos/%20ID", "/v1/photos/ID/original/", "/v1/photos/ID/original;x=1",
    "/v1/photos/..%2f..%2fetc%2fpasswd", "/..%2f..%2fetc/passwd", "/v1/photos/%252e%252e", "/v1/photos/ID%5C..%5C",
    "/v1/photos/ID/variants/..%2foriginal", "/v1/photos/ID/variants/%2e%2e",
  ])
  func `a path without a route is not found, however it is written`(path: String) async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let response = try service.client().get(path.replacing("ID", with: id))
      #expect(response.status == 404)
      #expect(response.problem == "not-found")
      #expect(response["X-Evil"] == nil)
    }
  }

  @Test(arguments: [
    "/v1/photos/%", "/v1/photos/%4", "/v1/photos/%GG", "/v1/photos/%FF", "/v1/photos/%C0%AF", "/%ED%A0%80",
  ])
  func `a path that is not percent-encoded UTF-8 is refused`(path: String) async throws {
    try await withService { service in
      let response = try service.client().get(path)
      #expect(response.status == 400)
      #expect(response.problem == "invalid-request")
    }
  }

  @Test func `characters that need no encoding can be encoded`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let encoded = id.utf8.map { "%\(String($0, radix: 16))" }.joined()
      #expect(try service.client().get("/%76%31/photos/\(encoded)/%6Friginal").status == 200)
    }
  }

  @Test func `a target in absolute form works, and its authority counts as the host`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.get("http://woof.test/healthz").status == 200)
      #expect(try ada.get("http://localhost:80/v1/photos?limit=1").status == 200)
      let target = "http://localhost/v1/photos/\(id)/favourite"
      #expect(try ada.put(target, ["Origin": "http://localhost"]).status == 200)
      #expect(try ada.put(target, ["Origin": "http://woof.test"]).problem == "cross-origin-refused")
    }
  }
}
