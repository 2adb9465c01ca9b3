// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Parts of an original (RFC 9110 §14).
@Suite(.overEachProtocol) struct RangeTests {
  /// A picture in memory and one in a file, and what is asked of it.
  struct Stage: Sendable {
    let service: TestService
    let picture: [UInt8]
    let target: String

    func get(_ fields: KeyValuePairs<String, String>) throws -> ClientResponse {
      try service.client().get(target, fields)
    }
  }

  static func withPicture(
    _ byteCount: Int, _ body: @escaping @Sendable (Stage) async throws -> Void
  ) async throws {
    try await withService { service in
      let picture = SampleJPEG.large(byteCount: byteCount)
      let photo = try await service.member("ada").add(picture)
      let id = try #require(photo["id"].text)
      try await body(Stage(service: service, picture: picture, target: "/v1/photos/\(id)/original"))
    }
  }

  @Test(arguments: OriginalTests.sizes)
  func `a single range gets just those bytes`(size: Int) async throws {
    try await Self.withPicture(size) { stage in
      let count = stage.picture.count
      let cases = [
        ("0-0", 0..<1), ("10-19", 10..<20), ("\(count - 1)-", count - 1..<count), ("0-", 0..<count),
        ("-5", count - 5..<count), ("-\(count + 5)", 0..<count), ("\(count - 2)-\(count + 9)", count - 2..<count),
        ("500-9223372036854775807", 500..<count),
      ]
      for (spec, range) in cases {
        let response = try stage.get(["Range": "bytes=\(spec)"])
        #expect(response.status == 206, "\(spec)")
        #expect(response.body == Array(stage.picture[range]))
        #expect(response["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
        #expect(response["Content-Length"] == "\(range.count)")
        #expect(response["Content-Type"] == "image/jpeg")
      }
    }
  }

  @Test func `a part has the fields and the digest of the whole`() async throws {
    try await Self.withPicture(1_000) { stage in
      let whole = try stage.get([:])
      let part = try stage.get(["Range": "bytes=3-7"])
      for name in ["ETag", "Last-Modified", "Cache-Control", "Repr-Digest", "Accept-Ranges"] {
        #expect(part[name] == whole[name])
      }
    }
  }

  @Test(arguments: OriginalTests.sizes)
  func `several ranges come as parts of a multipart response`(size: Int) async throws {
    try await Self.withPicture(size) { stage in
      let count = stage.picture.count
      let response = try stage.get(["Range": "bytes=0-9, 300-399,-10"])
      #expect(response.status == 206)
      #expect(response["Content-Range"] == nil)
      let parts = try response.byteRanges()
      #expect(
        parts.map(\.range) == [
          "bytes 0-9/\(count)", "bytes 300-399/\(count)", "bytes \(count - 10)-\(count - 1)/\(count)",
        ])
      #expect(parts.map(\.type) == ["image/jpeg", "image/jpeg", "image/jpeg"])
      #expect(
        parts.map(\.bytes) == [0..<10, 300..<400, count - 10..<count].map { Array(stage.picture[$0]) })
    }
  }

  @Test func `ranges that overlap or nearly touch come as one`() async throws {
    try await Self.withPicture(1_000) { stage in
      let response = try stage.get(["Range": "bytes=0-9,5-14,20-29"])
      #expect(response["Content-Range"] == "bytes 0-29/\(stage.picture.count)")
      #expect(response.body == Array(stage.picture[0..<30]))
    }
  }

  @Test func `ranges beyond the end are left out among others`() async throws {
    try await Self.withPicture(1_000) { stage in
      let count = stage.picture.count
      let response = try stage.get(["Range": "bytes=0-9,\(count)-,\(count + 7)-\(count + 9)"])
      #expect(response.status == 206)
      #expect(response["Content-Range"] == "bytes 0-9/\(count)")
    }
  }

  @Test(arguments: OriginalTests.sizes)
  func `a response without a satisfiable range gives the length`(size: Int) async throws {
    try await Self.withPicture(size) { stage in
      let count = stage.picture.count
      for spec in ["\(count)-", "\(count)-\(count + 10)", "-0", "9223372036854775807-"] {
        let response = try stage.get(["Range": "bytes=\(spec)"])
        #expect(response.status == 416, "\(spec)")
        #expect(response.problem == "range-not-satisfiable")
        #expect(response["Content-Range"] == "bytes */\(count)")
      }
    }
  }

  @Test(
    arguments: [
      "bytes=", "bytes=x", "bytes=5-4", "bytes=1-2-3", "bytes 0-1", "lines=0-1", "bytes=0-1;2-3", "0-1", "bytes=--1",
      "bytes=0x0-0x5", "bytes=1 - 2",
      "bytes=" + (0..<33).map { "\($0 * 200)-\($0 * 200)" }.joined(separator: ","),
    ])
  func `an unreadable or excessive range is ignored`(value: String) async throws {
    try await Self.withPicture(10_000) { stage in
      let response = try stage.get(["Range": value])
      #expect(response.status == 200)
      #expect(response.body == stage.picture)
    }
  }

  @Test func `HEAD ignores ranges`() async throws {
    try await Self.withPicture(1_000) { stage in
      let response = try stage.service.client().head(stage.target, ["Range": "bytes=0-9"])
      #expect(response.status == 200)
      #expect(response["Content-Length"] == "\(stage.picture.count)")
    }
  }

  @Test func `If-Range with the tag or the date keeps the range, and saves known fields`() async throws {
    try await Self.withPicture(1_000) { stage in
      let whole = try stage.get([:])
      for validator in [whole["ETag"] ?? "", whole["Last-Modified"] ?? ""] {
        let response = try stage.get(["Range": "bytes=0-9", "If-Range": validator])
        #expect(response.status == 206, "\(validator)")
        #expect(response.body == Array(stage.picture[0..<10]))
        #expect(response["ETag"] == whole["ETag"])
      }
    }
  }

  @Test func `If-Range with any other value gives the whole`() async throws {
    try await Self.withPicture(1_000) { stage in
      let tag = try #require(try stage.get([:])["ETag"])
      for validator in ["\"other\"", "W/\(tag)", "Thu, 01 Jan 1970 00:00:00 GMT", "x", "*"] {
        let response = try stage.get(["Range": "bytes=0-9", "If-Range": validator])
        #expect(response.status == 200, "\(validator)")
        #expect(response.body == stage.picture)
      }
    }
  }

  @Test func `If-Range that does not hold has precedence over an unsatisfiable range`() async throws {
    try await Self.withPicture(1_000) { stage in
      let response = try stage.get(["Range": "bytes=99999999-", "If-Range": "\"other\""])
      #expect(response.status == 200)
    }
  }

  @Test func `conditions have precedence over ranges`() async throws {
    try await Self.withPicture(1_000) { stage in
      let tag = try #require(try stage.get([:])["ETag"])
      #expect(try stage.get(["Range": "bytes=0-9", "If-None-Match": tag]).status == 304)
      #expect(try stage.get(["Range": "bytes=99999999-", "If-Match": "\"x\""]).status == 412)
      #expect(try stage.get(["Range": "bytes=0-9", "If-Match": tag]).status == 206)
    }
  }
}

/// A part of a multipart response (RFC 9110 §14.6).
struct ByteRangePart {
  let type: String
  let range: String
  let bytes: [UInt8]
}

extension ClientResponse {
  /// The parts of a `multipart/byteranges` body, of which nothing else may be left.
  func byteRanges() throws -> [ByteRangePart] {
    let prefix = "multipart/byteranges; boundary="
    guard let type = self["Content-Type"], type.hasPrefix(prefix) else { throw TestFailure("no parts") }
    let boundary = Array("--\(type.dropFirst(prefix.count))".utf8)
    var parts: [ByteRangePart] = []
    var rest = body[...]
    while true {
      guard rest.starts(with: boundary) else { throw TestFailure("no boundary where one belongs") }
      rest = rest.dropFirst(boundary.count)
      if rest.elementsEqual(Array("--\r\n".utf8)) { return parts }
      guard let headEnd = Array(rest).firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else {
        throw TestFailure("a part without an empty line")
      }
      let head = String(decoding: rest.prefix(headEnd), as: UTF8.self).split(separator: "\r\n")
      rest = rest.dropFirst(headEnd)
      guard let end = Array(rest).firstRange(of: Array("\r\n".utf8) + boundary) else { throw TestFailure("no end") }
      let value = { (name: String) in
        head.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
      }
      parts.append(
        ByteRangePart(
          type: value("Content-Type"), range: value("Content-Range"), bytes: Array(rest.prefix(end.lowerBound))))
      rest = rest.dropFirst(end.lowerBound + 2)
    }
  }
}
