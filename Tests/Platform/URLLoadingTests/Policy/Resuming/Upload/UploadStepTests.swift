// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

struct UploadStepTests {
  private var upload: ResumableUpload
  private let version = UploadInteropVersion.preferred

  init() throws {
    upload = ResumableUpload(url: try #require(URL(string: "https://a.test/photos")), length: 100)
  }

  private func fields(_ lines: (name: String, value: String)...) -> HTTPFields { HTTPFields(lines) }

  private func sent(_ action: ResumableUpload.Action) -> ResumableUpload.Request? {
    guard case .send(let request) = action else { return nil }
    return request
  }

  private mutating func beginSupported(at location: String = "/uploads/1") {
    _ = upload.start()
    _ = upload.informational(status: 104, fields: fields(version.line, ("Location", location)))
  }

  /// Breaks the connection and asks how much the server has.
  private mutating func breakAndAsk() -> ResumableUpload.Request? {
    guard case .wait = upload.broken(code: .networkConnectionLost) else { return nil }
    return sent(upload.waited())
  }

  @Test mutating func `an upload begins with all of the content, marked as complete`() throws {
    let request = try #require(sent(upload.start()))
    #expect(request.purpose == .create)
    #expect(request.method == nil)
    #expect(request.content == 0..<100)
    #expect(request.fields["Upload-Complete"] == "?1")
    #expect(request.fields["Upload-Draft-Interop-Version"] == "9")
  }

  @Test(arguments: [200, 201, 404, 500])
  mutating func `a server without support gives the response`(status: Int) {
    _ = upload.start()
    #expect(upload.responded(status: status, fields: fields()) == .deliver)
    #expect(!upload.isResumable)
  }

  @Test mutating func `without support a broken connection is final`() {
    _ = upload.start()
    #expect(upload.broken(code: .networkConnectionLost) == .fail(.networkConnectionLost))
  }

  @Test mutating func `an interim response gives the address for resuming`() {
    beginSupported()
    #expect(upload.resource?.absoluteString == "https://a.test/uploads/1")
    #expect(upload.isResumable)
  }

  @Test mutating func `an interim response of another revision is ignored`() {
    _ = upload.start()
    _ = upload.informational(
      status: 104, fields: fields(("Upload-Draft-Interop-Version", "3"), ("Location", "/uploads/1")))
    _ = upload.informational(status: 103, fields: fields(version.line, ("Location", "/uploads/1")))
    #expect(upload.resource == nil)
  }

  @Test mutating func `an upload does not resume outside of TLS`() {
    beginSupported(at: "http://a.test/uploads/1")
    #expect(upload.resource == nil)
  }

  @Test mutating func `interim responses report how much has arrived, and never less`() {
    beginSupported()
    #expect(upload.informational(status: 104, fields: fields(version.line, ("Upload-Offset", "40"))) == 40)
    #expect(upload.informational(status: 104, fields: fields(version.line, ("Upload-Offset", "30"))) == nil)
    #expect(upload.informational(status: 104, fields: fields(version.line, ("Upload-Offset", "101"))) == nil)
    #expect(upload.offset == 40)
  }

  @Test mutating func `after a break the upload asks for the offset, and sends the rest`() throws {
    beginSupported()
    let asked = try #require(breakAndAsk())
    #expect(asked.purpose == .retrieve)
    #expect(asked.method == "HEAD")
    #expect(asked.url.absoluteString == "https://a.test/uploads/1")
    #expect(!asked.isCrossOrigin)
    let told = fields(("Upload-Offset", "60"), ("Upload-Complete", "?0"))
    let rest = try #require(sent(upload.responded(status: 204, fields: told)))
    #expect(rest.method == "PATCH")
    #expect(rest.content == 60..<100)
    #expect(rest.fields["Upload-Offset"] == "60")
    #expect(rest.fields["Upload-Complete"] == "?1")
    #expect(rest.fields["Content-Type"] == "application/partial-upload")
    #expect(upload.responded(status: 201, fields: fields(("Upload-Complete", "?1"))) == .deliver)
  }

  @Test mutating func `a server's failure after it gave an address counts as a break`() throws {
    beginSupported()
    guard case .wait = upload.responded(status: 500, fields: fields()) else { throw TestFailure("It does not wait.") }
    #expect(sent(upload.waited())?.purpose == .retrieve)
  }

  @Test mutating func `a failure of the final recipient is the response`() {
    beginSupported()
    #expect(upload.responded(status: 500, fields: fields(("Upload-Complete", "?1"))) == .deliver)
  }

  @Test mutating func `a refusal is the response`() {
    beginSupported()
    #expect(upload.responded(status: 413, fields: fields()) == .deliver)
  }

  @Test mutating func `credentials stay with their origin`() throws {
    beginSupported(at: "https://b.test/uploads/1")
    #expect(try #require(breakAndAsk()).isCrossOrigin)
  }

  @Test mutating func `a conflict gives the offset to resume at`() throws {
    beginSupported()
    _ = breakAndAsk()
    _ = upload.responded(status: 204, fields: fields(("Upload-Offset", "60")))
    let again = sent(
      upload.responded(status: 409, fields: fields(("Upload-Offset", "70"), ("Upload-Complete", "?0"))))
    #expect(again?.content == 70..<100)
  }

  @Test mutating func `an offset that goes back is refused`() {
    beginSupported()
    _ = upload.informational(status: 104, fields: fields(version.line, ("Upload-Offset", "40")))
    _ = breakAndAsk()
    #expect(upload.responded(status: 204, fields: fields(("Upload-Offset", "39"))) == .fail(.badServerResponse))
  }

  @Test(arguments: ["101", "-1", "x", ""])
  mutating func `an impossible offset is an error`(offset: String) {
    beginSupported()
    _ = breakAndAsk()
    #expect(upload.responded(status: 204, fields: fields(("Upload-Offset", offset))) == .fail(.badServerResponse))
  }

  @Test mutating func `another length is an error`() {
    beginSupported()
    _ = breakAndAsk()
    let told = fields(("Upload-Offset", "60"), ("Upload-Length", "99"))
    #expect(upload.responded(status: 204, fields: told) == .fail(.badServerResponse))
  }

  @Test mutating func `a lost upload begins anew, once`() throws {
    beginSupported()
    _ = breakAndAsk()
    let anew = try #require(sent(upload.responded(status: 404, fields: fields())))
    #expect(anew.purpose == .create)
    #expect(anew.content == 0..<100)
    _ = upload.informational(status: 104, fields: fields(version.line, ("Location", "/uploads/2")))
    _ = breakAndAsk()
    #expect(upload.responded(status: 404, fields: fields()) == .deliver)
  }

  @Test mutating func `if only the response was lost, only the question for it is sent`() throws {
    beginSupported()
    _ = breakAndAsk()
    let told = fields(("Upload-Offset", "100"), ("Upload-Complete", "?1"))
    let rest = try #require(sent(upload.responded(status: 204, fields: told)))
    #expect(rest.content == 100..<100)
    #expect(rest.fields["Upload-Complete"] == "?1")
  }

  @Test mutating func `pieces are no larger than allowed`() throws {
    beginSupported()
    _ = upload.informational(
      status: 104, fields: fields(version.line, ("Upload-Limit", "max-append-size=30, unknown=\"x\"")))
    _ = breakAndAsk()
    var action = upload.responded(status: 204, fields: fields(("Upload-Offset", "10")))
    var pieces: [Range<Int64>] = []
    while let piece = sent(action) {
      pieces.append(piece.content)
      #expect(piece.fields["Upload-Complete"] == (piece.content.upperBound == 100 ? "?1" : "?0"))
      action = upload.responded(
        status: 204, fields: fields(("Upload-Complete", piece.content.upperBound == 100 ? "?1" : "?0")))
    }
    #expect(pieces == [10..<40, 40..<70, 70..<100])
    #expect(action == .deliver)
  }

  @Test func `a limit of a wrong type makes the field invalid`() {
    #expect(UploadLimit(fields(("Upload-Limit", "max-size=\"x\""))) == nil)
    #expect(UploadLimit(fields(("Upload-Limit", "max-size=5, max-age=?1"))) == nil)
    #expect(UploadLimit(fields(("Upload-Limit", "max-size=5")))?.maximalSize == 5)
  }

  @Test mutating func `the pauses grow, and the upload gives up in the end`() {
    beginSupported()
    var delays: [Duration] = []
    var action = upload.broken(code: .timedOut)
    while case .wait(let delay) = action {
      delays.append(delay)
      _ = upload.waited()
      action = upload.broken(code: .timedOut)
    }
    #expect(delays == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    #expect(action == .fail(.timedOut))
  }

  @Test mutating func `a server can ask for a longer pause, up to a limit`() {
    beginSupported()
    #expect(upload.responded(status: 503, fields: fields(("Retry-After", "7"))) == .wait(.seconds(7)))
    _ = upload.waited()
    #expect(upload.responded(status: 429, fields: fields(("Retry-After", "99999"))) == .wait(.seconds(60)))
  }

  @Test mutating func `a permanent failure is final`() {
    beginSupported()
    #expect(upload.broken(code: .cancelled) == .fail(.cancelled))
    #expect(!upload.isResumable)
  }

  @Test(arguments: [
    (3, "Upload-Incomplete", "?0", false), (4, "Upload-Complete", "?1", false), (6, "Upload-Complete", "?1", true),
    (9, "Upload-Complete", "?1", true),
  ])
  func `revisions differ in their fields`(number: Int, name: String, value: String, hasType: Bool) throws {
    let version = try #require(UploadInteropVersion.version(number))
    #expect(version.completeness(true) == (name, value))
    #expect(version.isComplete(fields((name, value))) == true)
    #expect((version.appendedType != nil) == hasType)
  }

  @Test func `unknown revisions are not used`() {
    #expect(UploadInteropVersion.version(2) == nil)
    #expect(UploadInteropVersion.version(10) == nil)
  }

  @Test mutating func `content of unknown length is sent in one part, whatever the limits are`() throws {
    upload = ResumableUpload(url: try #require(URL(string: "https://a.test/photos")), length: nil)
    let created = try #require(sent(upload.start()))
    #expect(created.content == 0 ..< .max)
    _ = upload.informational(
      status: 104, fields: fields(version.line, ("Location", "/uploads/1"), ("Upload-Limit", "max-append-size=10")))
    _ = breakAndAsk()
    let rest = try #require(
      sent(
        upload.responded(status: 204, fields: fields(version.line, ("Upload-Offset", "40"), ("Upload-Complete", "?0"))))
    )
    #expect(rest.content == 40 ..< .max)
    #expect(rest.fields["Upload-Complete"] == "?1")
    #expect(upload.responded(status: 201, fields: fields(version.line, ("Upload-Complete", "?1"))) == .deliver)
  }

  @Test mutating func `redirects of an upload are limited`() {
    beginSupported()
    _ = breakAndAsk()
    var last = upload.responded(status: 308, fields: fields(("Location", "/b")))
    for _ in 0..<19 { last = upload.responded(status: 307, fields: fields(("Location", "/b"))) }
    #expect(sent(last)?.url.path == "/b")
    #expect(upload.responded(status: 307, fields: fields(("Location", "/b"))) == .fail(.httpTooManyRedirects))
  }

  @Test mutating func `one redirect of each part is not an endless redirect`() throws {
    upload = ResumableUpload(url: try #require(URL(string: "https://a.test/photos")), length: 100)
    _ = upload.start()
    _ = upload.informational(
      status: 104, fields: fields(version.line, ("Location", "/uploads/1"), ("Upload-Limit", "max-append-size=2")))
    _ = breakAndAsk()
    var last = upload.responded(status: 204, fields: fields(version.line, ("Upload-Offset", "0")))
    for part in 1...50 {
      #expect(sent(last)?.url.path == "/uploads/1")
      last = upload.responded(status: 307, fields: fields(("Location", "/b")))
      #expect(sent(last)?.url.path == "/b")
      last = upload.responded(
        status: 204, fields: fields(version.line, ("Upload-Offset", "\(2 * part)"), ("Upload-Complete", "?0")))
    }
  }

  @Test(arguments: ["http://a.test/b", "ftp://a.test/b", ""])
  mutating func `an upload does not follow a redirect out of TLS, or without a location`(place: String) {
    beginSupported()
    _ = breakAndAsk()
    #expect(upload.responded(status: 308, fields: fields(("Location", place))) == .fail(.badServerResponse))
  }
}
