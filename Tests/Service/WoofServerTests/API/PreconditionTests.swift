// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// The conditions of a request, in the order of RFC 9110 §13.2.2, on an original.
@Suite(.overEachProtocol, .overEachWorld) struct PreconditionTests {
  /// What the bytes' tag, the date of the bytes, an earlier date and a later one are written as below.
  private struct Names {
    let tag: String
    let date: String

    func text(_ value: String) -> String {
      value.replacing("TAG", with: tag).replacing("DATE", with: date)
        .replacing("EARLIER", with: "Thu, 01 Jan 2015 00:00:00 GMT")
        .replacing("LATER", with: "Thu, 01 Jan 2099 00:00:00 GMT")
    }
  }

  @Test(arguments: [
    // If-Match comes first, strong.
    ("If-Match: TAG", 200), ("If-Match: *", 200), ("If-Match: \"x\", TAG", 200), ("If-Match: \"x\"", 412),
    ("If-Match: W/TAG", 412), ("If-Match: \"x\" | If-None-Match: TAG", 412),
    ("If-Match: TAG | If-Unmodified-Since: EARLIER", 200), ("If-Match: \"x\" | If-Unmodified-Since: LATER", 412),
    // Then If-Unmodified-Since.
    ("If-Unmodified-Since: DATE", 200), ("If-Unmodified-Since: LATER", 200), ("If-Unmodified-Since: EARLIER", 412),
    ("If-Unmodified-Since: EARLIER | If-None-Match: TAG", 412), ("If-Unmodified-Since: yesterday", 200),
    // Then If-None-Match, weak.
    ("If-None-Match: TAG", 304), ("If-None-Match: W/TAG", 304), ("If-None-Match: *", 304),
    ("If-None-Match: \"x\", \"y\" , TAG", 304), ("If-None-Match: \"x\"", 200),
    ("If-Match: TAG | If-None-Match: TAG", 304),
    // Then If-Modified-Since, only where there is no If-None-Match.
    ("If-Modified-Since: DATE", 304), ("If-Modified-Since: LATER", 304), ("If-Modified-Since: EARLIER", 200),
    ("If-Modified-Since: yesterday", 200), ("If-None-Match: \"x\" | If-Modified-Since: LATER", 200),
    ("If-None-Match: TAG | If-Modified-Since: EARLIER", 304),
  ])
  func `conditions are evaluated in their order`(condition: String, status: Int) async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      let client = service.client()
      let whole = try client.get("/v1/photos/\(id)/original")
      let names = Names(tag: try #require(whole["ETag"]), date: try #require(whole["Last-Modified"]))
      let fields = condition.split(separator: " | ").map { line in
        let colon = line.firstRange(of: ": ")
        return (
          String(line[..<(colon?.lowerBound ?? line.endIndex)]),
          names.text(String(line[(colon?.upperBound ?? line.endIndex)...]))
        )
      }
      for method in ["GET", "HEAD"] {
        let response = try client.send(method, "/v1/photos/\(id)/original", extra: fields)
        #expect(response.status == status)
        if status == 412, method == "GET" { #expect(response.problem == "precondition-failed") }
        if status == 304 {
          #expect(response["ETag"] == names.tag)
          #expect(response["Cache-Control"] == whole["Cache-Control"])
          #expect(response.body.isEmpty)
        }
      }
    }
  }
}
