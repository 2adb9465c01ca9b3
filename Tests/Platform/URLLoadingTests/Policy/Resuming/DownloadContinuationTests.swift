// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import TestKit
@testable import URLLoading

struct DownloadContinuationTests {
  private static let date = HTTPDate.text(Date(timeIntervalSince1970: 1_700_000_000))
  private static let earlier = HTTPDate.text(Date(timeIntervalSince1970: 1_600_000_000))

  private func make(
    _ fields: [(name: String, value: String)] = [("ETag", "\"1\""), ("Content-Length", "100")], status: Int = 200,
    method: String = "GET", offset: Int64 = 40, file: String = "Download-1.tmp"
  ) throws -> DownloadContinuation? {
    var request = URLRequest(url: try #require(URL(string: "http://ada:1@a.test/x")))
    request.httpMethod = method
    request.allHTTPHeaderFields = ["Accept": "image/*", "Authorization": "Basic x", "Cookie": "a=b"]
    return DownloadContinuation(
      request: request, originalURL: nil, status: status, fields: HTTPFields(fields), offset: offset, fileName: file)
  }

  @Test func `a continuation asks for the rest of the same content`() throws {
    let continuation = try #require(try make())
    #expect(continuation.fields.map(\.name) == ["Range", "If-Range"])
    #expect(continuation.fields.map(\.value) == ["bytes=40-", "\"1\""])
    #expect(continuation.totalLength == 100)
  }

  @Test func `a date is a validator if the content is older than the response`() throws {
    let fields = [(name: "Last-Modified", value: Self.earlier), (name: "Date", value: Self.date)]
    #expect(try make(fields)?.validator == Self.earlier)
    #expect(try make([("Last-Modified", Self.date), ("Date", Self.date)]) == nil)
    #expect(try make([("Last-Modified", Self.earlier)]) == nil)
  }

  @Test func `a response that cannot be resumed gives no continuation`() throws {
    #expect(try make([]) == nil)
    #expect(try make([("ETag", "W/\"1\"")]) == nil)
    #expect(try make([("ETag", "\"1\""), ("Accept-Ranges", "none")]) == nil)
    #expect(try make([("ETag", "\"1\""), ("Content-Encoding", "gzip")]) == nil)
    #expect(try make(status: 404) == nil)
    #expect(try make(method: "POST") == nil)
    #expect(try make(offset: 0) == nil)
  }

  @Test func `resume data reads back the same`() throws {
    let continuation = try #require(try make())
    #expect(try DownloadContinuation(continuation.encoded()) == continuation)
  }

  @Test func `resume data contains no credentials and no cookies`() throws {
    let continuation = try #require(try make())
    #expect(continuation.requestFields == ["Accept": "image/*"])
    #expect(continuation.url.absoluteString == "http://a.test/x")
  }

  @Test(arguments: ["", "../x", "/etc/passwd", "a/b", ".hidden", "a\u{0}b"])
  func `a file outside the folder is refused`(name: String) throws {
    #expect(try make(file: name) == nil)
  }

  @Test(arguments: [
    ("url", "file:///etc/passwd"), ("url", "nonsense"), ("fileName", "../../etc/passwd"), ("validator", "x\r\nY: z"),
    ("validator", ""),
  ])
  func `hostile resume data is an error`(key: String, value: String) throws {
    try expectError(key, value)
  }

  @Test func `resume data with wrong numbers is an error`() throws {
    try expectError("offset", -1)
    try expectError("offset", 101)
    try expectError("version", 2)
  }

  private func expectError(_ key: String, _ value: any Sendable) throws {
    let data = try #require(try make()).encoded()
    var list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    list[key] = key.hasSuffix("url") ? ["relative": value] : value
    let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    #expect(throws: ResumeDataError.self) { try DownloadContinuation(changed) }
  }

  @Test func `any bytes are read or refused`() throws {
    var generator = SeededGenerator(seed: 31)
    let data = try #require(try make()).encoded()
    for _ in 0..<500 {
      let mutated = Data(Mutation.mutated(Array(data), using: &generator))
      guard let read = try? DownloadContinuation(mutated) else { continue }
      #expect(DownloadContinuation.isFileName(read.fileName))
      #expect(read.offset > 0)
    }
    #expect(throws: ResumeDataError.self) { try DownloadContinuation(Data()) }
    #expect(throws: ResumeDataError.self) { try DownloadContinuation(Data(count: 2 << 20)) }
  }

  @Test(arguments: [
    (206, "bytes 40-99/100", DownloadContinuation.Meaning.append), (206, "bytes 40-60/100", .append),
    (206, "bytes 40-99/*", .append), (206, "bytes 41-99/100", .startOver), (206, "bytes 40-99/101", .startOver),
    (206, "bytes 99-40/100", .startOver), (206, "bytes 40-100/100", .startOver), (206, "items 40-99/100", .startOver),
    (206, "", .startOver), (200, "", .replace), (412, "", .startOver), (416, "bytes */100", .startOver),
    (416, "bytes */40", .complete), (404, "", .deliver), (500, "", .deliver),
  ])
  func `each response to a continuation has its meaning`(
    status: Int, range: String, meaning: DownloadContinuation.Meaning
  ) throws {
    let fields = range.isEmpty ? HTTPFields() : HTTPFields([("Content-Range", range)])
    #expect(try make()?.meaning(status: status, fields: fields) == meaning)
  }

  @Test func `a part of other content is not the rest`() throws {
    let fields = HTTPFields([("Content-Range", "bytes 40-99/100"), ("ETag", "\"2\"")])
    #expect(try make()?.meaning(status: 206, fields: fields) == .startOver)
  }
}
