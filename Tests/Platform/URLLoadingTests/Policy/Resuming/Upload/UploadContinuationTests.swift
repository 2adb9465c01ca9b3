// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import TestKit
@testable import URLLoading

struct UploadContinuationTests {
  private let folder: TemporaryFolder
  private let request: URLRequest

  init() throws {
    folder = try TemporaryFolder()
    var request = URLRequest(url: try #require(URL(string: "https://a.test/photos")))
    request.httpMethod = "PUT"
    request.allHTTPHeaderFields = ["Content-Type": "image/jpeg", "Authorization": "Basic x", "Cookie": "a=b"]
    self.request = request
  }

  private func upload(length: Int64, isSupported: Bool = true) throws -> ResumableUpload {
    var upload = ResumableUpload(url: try #require(request.url), length: length)
    _ = upload.start()
    if isSupported {
      let fields = HTTPFields([UploadInteropVersion.preferred.line, ("Location", "/uploads/1"), ("Upload-Offset", "3")])
      _ = upload.informational(status: 104, fields: fields)
    }
    return upload
  }

  private func make(_ bytes: String = "content") throws -> UploadContinuation? {
    UploadContinuation(try upload(length: Int64(bytes.utf8.count)), request: request, content: .bytes(Data(bytes.utf8)))
  }

  @Test func `resume data reads back the same, without credentials and cookies`() throws {
    let continuation = try #require(try make())
    let read = try UploadContinuation(continuation.encoded())
    #expect(read == continuation)
    #expect(read.requestFields == ["Content-Type": "image/jpeg"])
    #expect(read.request.httpMethod == "PUT")
    #expect(read.offset == 3)
  }

  @Test func `resume data contains no name and no password of a URL`() throws {
    let url = try #require(URL(string: "https://ada:1@a.test/photos"))
    var upload = ResumableUpload(url: url, length: 3)
    _ = upload.start()
    let fields = HTTPFields([UploadInteropVersion.preferred.line, ("Location", "/uploads/1")])
    _ = upload.informational(status: 104, fields: fields)
    let content = UploadContinuation.Content.bytes(Data("dog".utf8))
    let made = try #require(UploadContinuation(upload, request: request, originalURL: url, content: content))
    #expect(made.url.absoluteString == "https://a.test/photos")
    #expect(made.originalURL?.absoluteString == "https://a.test/photos")
    #expect(made.resource.absoluteString == "https://a.test/uploads/1")
  }

  @Test func `a resumed upload asks how much the server has`() throws {
    var upload = ResumableUpload(resuming: try #require(try make()))
    guard case .send(let request) = upload.start() else { throw TestFailure("It sends nothing.") }
    #expect(request.purpose == .retrieve)
    #expect(request.url.absoluteString == "https://a.test/uploads/1")
    #expect(upload.offset == 3)
  }

  @Test func `a server without support gives no continuation`() throws {
    let upload = try upload(length: 7, isSupported: false)
    #expect(UploadContinuation(upload, request: request, content: .bytes(Data("content".utf8))) == nil)
  }

  @Test func `a changed file is refused`() throws {
    try folder.write("content", to: "photo")
    let content = try #require(UploadContinuation.Content(file: folder.path("photo")))
    let continuation = try #require(UploadContinuation(try upload(length: 7), request: request, content: content))
    let data = try continuation.encoded()
    #expect(try UploadContinuation(data) == continuation)
    try folder.write("changed!", to: "photo")
    #expect(throws: ResumeDataError.self) { try UploadContinuation(data) }
    try FileManager.default.removeItem(atPath: folder.path("photo"))
    #expect(throws: ResumeDataError.self) { try UploadContinuation(data) }
  }

  @Test func `a folder is refused`() {
    #expect(UploadContinuation.Content(file: folder.path) == nil)
  }

  @Test func `hostile resume data is an error`() throws {
    let data = try #require(try make()).encoded()
    let changes: [(String, any Sendable)] = [
      ("offset", 8), ("offset", -1), ("length", 6), ("version", 99), ("format", 2), ("method", "PUT\r\nX: y"),
      ("resource", ["relative": "http://a.test/x"]), ("url", ["relative": "file:///x"]),
    ]
    for (key, value) in changes {
      var list = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      list[key] = value
      let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      #expect(throws: ResumeDataError.self, "\(key)") { try UploadContinuation(changed) }
    }
  }

  @Test func `any bytes are read or refused`() throws {
    var generator = SeededGenerator(seed: 51)
    let data = Array(try #require(try make()).encoded())
    for _ in 0..<500 {
      guard let read = try? UploadContinuation(Data(Mutation.mutated(data, using: &generator))) else { continue }
      #expect(read.offset <= read.length)
    }
  }
}
