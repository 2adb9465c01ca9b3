// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct RequestChainTests {
  private func request(_ text: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: text))) }

  @Test func `a redirect to the same origin keeps credentials, one to another does not`() throws {
    var chain = RequestChain(try request("http://a.test/1"), resuming: nil)
    #expect(try chain.follow(request("http://a.test/2")) == false)
    #expect(try chain.follow(request("http://b.test/2")) == true)
    #expect(chain.redirectCount == 2 && chain.failingURL?.host() == "b.test" && chain.firstURL?.path() == "/1")
  }

  @Test func `the twenty-first redirect fails`() throws {
    var chain = RequestChain(try request("http://a.test/"), resuming: nil)
    for _ in 0..<20 {
      #expect(chain.outcomeOfInterception() == .follow)
      _ = chain.follow(chain.current)
    }
    #expect(chain.outcomeOfInterception() == .fail(.httpTooManyRedirects))
    let fields = HTTPFields([("Location", "/next")])
    guard case .fail(.httpTooManyRedirects) = chain.outcome(status: 302, fields) else {
      Issue.record("It was followed.")
      return
    }
  }

  @Test func `fields that authenticate somebody go to the first origin only`() throws {
    let chain = RequestChain(try request("http://a.test/"), resuming: nil)
    let (own, other) = (URL(string: "http://a.test/2"), URL(string: "http://b.test/"))
    #expect(chain.isSentByDefault("Authorization", to: own) && !chain.isSentByDefault("Authorization", to: other))
    #expect(chain.isSentByDefault("Accept-Language", to: other))
  }

  @Test func `a resumed task has asked the URL of the earlier one first`() throws {
    let first = try #require(URL(string: "http://first.test/"))
    let chain = RequestChain(try request("http://a.test/"), resuming: first)
    #expect(chain.firstURL == first && chain.failingURL?.host() == "a.test")
  }

  @Test func `a task without a request fails at no URL`() {
    #expect(RequestChain(nil, resuming: nil).failingURL == nil)
  }
}

struct RequestBodyTests {
  private let request = URLRequest(url: URL(fileURLWithPath: "/"))

  private func part(_ range: Range<Int64>) throws -> ResumableUpload.Request {
    ResumableUpload.Request(
      purpose: .append, url: try #require(URL(string: "http://a.test/")), method: "PATCH", fields: HTTPFields(),
      content: range, isCrossOrigin: false)
  }

  private func lost() -> TransferError {
    var error = TransferError(phase: .sending, message: "", report: TransferReport())
    error.cause = .bodyCannotBeRepeated
    return error
  }

  @Test func `a request without a body sends nothing, and says so`() {
    var body = RequestBody(.ofRequest)
    guard case .send(.none, expecting: 0) = body.next(for: request, part: nil) else {
      Issue.record("Something is sent.")
      return
    }
  }

  @Test func `data is sent whole, or the part that an upload needs`() throws {
    var body = RequestBody(.data(Data("abcdef".utf8)))
    guard case .send(.bytes(let whole), expecting: 6) = body.next(for: request, part: nil),
      case .send(.bytes(let rest), expecting: 6) = body.next(for: request, part: try part(2..<4))
    else {
      Issue.record("It is not sent.")
      return
    }
    #expect(whole == Data("abcdef".utf8) && rest == Data("cd".utf8))
  }

  @Test func `a file is looked at first, and sent in parts too`() throws {
    let file = URL(fileURLWithPath: "/photo")
    var body = RequestBody(.file(file))
    guard case .examine(file) = body.next(for: request, part: nil),
      case .send(.file("/photo", offset: 3, count: 4), expecting: 10) = body.send(
        file: file, of: 10, part: try part(3..<7))
    else {
      Issue.record("It is not sent.")
      return
    }
  }

  @Test func `a stream is asked for once, as long as nothing is read of it`() {
    var body = RequestBody(.streamOfDelegate)
    guard case .ask(offset: 0) = body.next(for: request, part: nil) else {
      Issue.record("Nobody is asked.")
      return
    }
    _ = body.send(InputStream(data: Data([1])), from: 0, for: request, part: nil)
    guard case .send(.pulled, expecting: -1) = body.next(for: request, part: nil) else {
      Issue.record("The stream is not sent.")
      return
    }
    _ = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { body.source?.read(into: $0) }
    guard case .ask(offset: 0) = body.next(for: request, part: nil) else {
      Issue.record("A stream is sent that has been read.")
      return
    }
  }

  @Test func `the rest of a stream is asked for from its offset`() throws {
    var body = RequestBody(.streamOfDelegate)
    guard case .ask(offset: 5) = body.next(for: request, part: try part(5..<9)) else {
      Issue.record("Another offset is asked for.")
      return
    }
    guard case .send(.none, expecting: nil) = body.next(for: request, part: try part(0..<0)) else {
      Issue.record("Nothing is sent with something.")
      return
    }
  }

  @Test func `a stream is sent again five times after a lost connection`() {
    var body = RequestBody(.streamOfDelegate)
    #expect(body.restart(after: lost()) == false)
    _ = body.send(InputStream(data: Data([1])), from: 0, for: request, part: nil)
    for _ in 0..<5 { #expect(body.restart(after: lost()) == true) }
    #expect(body.restart(after: lost()) == false)
  }

  @Test func `a GET with content is forbidden`() {
    #expect(RequestBody(.data(Data([1]))).isForbidden(in: request))
    #expect(!RequestBody(.data(Data())).isForbidden(in: request))
    var post = request
    post.httpMethod = "POST"
    #expect(
      !RequestBody(.streamOfDelegate).isForbidden(in: post) && RequestBody(.streamOfDelegate).isForbidden(in: request))
  }

  @Test func `a redirect that becomes a GET drops the content`() {
    var body = RequestBody(.data(Data([1])))
    body.redirect(keepsBody: true)
    #expect(!body.content.isOfRequest)
    body.redirect(keepsBody: false)
    #expect(body.content.isOfRequest)
  }
}

struct RequestFieldsTests {
  private func value(_ name: String, in fields: RequestFields) -> [String] {
    fields.lines.filter { HTTPFields.namesAreEqual($0.name, name) }.map(\.value)
  }

  @Test func `fields of the request come before those of the configuration and the defaults`() {
    var fields = RequestFields(["accept": "a/b", "Content-Length": "5"]) { _ in true }
    fields.add([("Accept", "c/d"), ("X-A", "1"), ("X-B", "2")]) { $0 != "X-B" }
    fields.addDefaults(userAgent: "dogs", isForm: true)
    #expect(value("Accept", in: fields) == ["a/b"] && value("X-A", in: fields) == ["1"])
    #expect(value("X-B", in: fields).isEmpty && value("Content-Length", in: fields).isEmpty)
    #expect(value("User-Agent", in: fields) == ["dogs"])
    #expect(value("Content-Type", in: fields) == ["application/x-www-form-urlencoded"])
  }

  @Test func `a credential takes the place of the request's own`() {
    var fields = RequestFields(["authorization": "Bearer x"]) { _ in true }
    #expect(fields.hasAuthorization && !fields.hasCookie)
    fields.setAuthorization("Basic y")
    #expect(value("Authorization", in: fields) == ["Basic y"])
  }

  @Test func `the fields of an upload take the place of others`() {
    var fields = RequestFields(["Content-Type": "image/jpeg"]) { _ in true }
    fields.replace(HTTPFields([("content-type", "application/partial-upload")]))
    #expect(value("Content-Type", in: fields) == ["application/partial-upload"])
  }
}
