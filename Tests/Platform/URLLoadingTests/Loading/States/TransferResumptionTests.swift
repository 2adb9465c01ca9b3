// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct DownloadResumptionTests {
  private func request() throws -> URLRequest { URLRequest(url: try #require(URL(string: "http://a.test/photo"))) }

  private func resumption() throws -> DownloadResumption {
    DownloadResumption(
      try #require(
        DownloadContinuation(
          request: request(), originalURL: nil, status: 200,
          fields: HTTPFields([("ETag", "\"1\""), ("Content-Length", "100")]), offset: 10, fileName: "part")))
  }

  private let rest = HTTPFields([("Content-Range", "bytes 10-99/100")])

  @Test func `a download begins anew where its file is gone or too short`() throws {
    for size: Int64? in [nil, 9] {
      var resumption = try resumption()
      resumption.find { _ in size }
      #expect(resumption.continuation == nil)
    }
    var resumption = try resumption()
    resumption.find { name in name == "part" ? 10 : nil }
    #expect(resumption.continuation != nil)
  }

  @Test func `the rest follows what is there`() throws {
    var resumption = try resumption()
    #expect(resumption.judge(status: 206, rest) == .accept)
    #expect(
      resumption.offset == 10 && resumption.appended?.fileName == "part" && resumption.total(expecting: 90) == 100)
  }

  @Test func `the whole takes the place of what is there`() throws {
    var resumption = try resumption()
    #expect(resumption.judge(status: 200, HTTPFields()) == .replace(fileName: "part"))
    #expect(resumption.offset == 0 && resumption.appended == nil && resumption.continuation == nil)
  }

  @Test func `another range has the request sent anew, and no range may be all there is`() throws {
    var other = try resumption()
    #expect(other.judge(status: 206, HTTPFields()) == .startOver(fileName: "part"))
    #expect(other.judge(status: 200, HTTPFields()) == .accept)
    var complete = try resumption()
    #expect(complete.judge(status: 416, HTTPFields([("Content-Range", "bytes */10")])) == .complete)
    #expect(complete.offset == 10)
  }

  @Test func `resume data counts all that is there, and keeps the file`() throws {
    var resumption = try resumption()
    _ = resumption.judge(status: 206, rest)
    #expect(!resumption.keepsFile)
    let head = (status: 206, fields: HTTPFields([("ETag", "\"1\""), ("Content-Range", "bytes 10-99/100")]))
    let data = resumption.resumeData(
      request: try request(), firstURL: nil, head: head, writtenCount: 5, fileName: "part")
    let continuation = try DownloadContinuation(try #require(data))
    #expect(continuation.offset == 15 && resumption.keepsFile)
  }

  @Test func `without a validator there is no resume data`() throws {
    var resumption = DownloadResumption(nil)
    let head = (status: 200, fields: HTTPFields())
    #expect(
      try resumption.resumeData(request: request(), firstURL: nil, head: head, writtenCount: 5, fileName: "part") == nil
    )
    #expect(!resumption.keepsFile && resumption.resumeDataOfNothing() == nil)
    #expect(resumption.total(expecting: -1) == NSURLSessionTransferSizeUnknown)
  }
}

struct UploadResumptionTests {
  private func request(_ method: String = "POST") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/photos")))
    request.httpMethod = method
    return request
  }

  private let content = LoadBody.data(Data(count: 8))
  private let version = UploadInteropVersion.preferred

  private func begun() throws -> UploadResumption {
    var resumption = UploadResumption(nil)
    resumption.begin(try request(), content, isRedirected: false)
    return resumption
  }

  private func known() throws -> UploadResumption {
    var resumption = try begun()
    resumption.receive(informational: 104, HTTPFields([version.line, ("Location", "/uploads/1")]))
    return resumption
  }

  @Test func `an upload with a known length can be gone on with`() throws {
    let resumption = try begun()
    #expect(resumption.part?.purpose == .create && resumption.length == 8)
    #expect(!resumption.isGoingOn && !resumption.isCrossOrigin && resumption.sentBefore == 0)
  }

  @Test(arguments: ["GET", "DELETE"])
  func `other methods send all at once`(method: String) throws {
    var resumption = UploadResumption(nil)
    resumption.begin(try request(method), content, isRedirected: false)
    #expect(resumption.part == nil)
  }

  @Test func `a response of a server that does not know uploads is the response`() throws {
    var resumption = try begun()
    #expect(resumption.receive(status: 201, HTTPFields()) == nil)
    var none = UploadResumption(nil)
    #expect(none.receive(status: 500, HTTPFields()) == nil && none.receive(.networkConnectionLost) == nil)
  }

  @Test func `after a break the server is asked how much it has`() throws {
    var unknown = try begun()
    #expect(unknown.receive(.networkConnectionLost) == nil)
    var resumption = try known()
    guard case .wait = resumption.receive(.networkConnectionLost), case .send(let part) = resumption.wake() else {
      Issue.record("It is not gone on with.")
      return
    }
    resumption.send(part)
    #expect(part.purpose == .retrieve && resumption.isGoingOn)
    let next = resumption.receive(status: 204, HTTPFields([("Upload-Offset", "3")]))
    guard case .send(let rest) = next else {
      Issue.record("The rest is not sent.")
      return
    }
    resumption.send(rest)
    #expect(rest.content == 3..<8 && resumption.sentBefore == 3)
  }

  @Test func `a redirect leaves the upload behind`() throws {
    var resumption = try known()
    resumption.leave()
    #expect(resumption.part == nil && resumption.length == nil && resumption.receive(.networkConnectionLost) == nil)
  }

  @Test func `resume data names the upload and its content`() throws {
    let resumption = try known()
    let data = try #require(resumption.resumeData(request(), firstURL: nil, content))
    let continuation = try UploadContinuation(data)
    #expect(continuation.resource.path() == "/uploads/1" && continuation.content == .bytes(Data(count: 8)))
    #expect(try resumption.resumeData(request(), firstURL: nil, .streamOfDelegate) == nil)
    var again = UploadResumption(continuation)
    again.begin(try request(), content, isRedirected: false)
    #expect(again.part?.purpose == .retrieve)
    var redirected = UploadResumption(continuation)
    redirected.begin(try request(), content, isRedirected: true)
    #expect(redirected.part?.purpose == .create)
  }
}
