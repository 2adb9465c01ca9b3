// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct CachePolicyTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func request(_ fields: [String: String] = [:], method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/x")))
    request.httpMethod = method
    request.allHTTPHeaderFields = fields
    return request
  }

  private func entry(_ fields: [(name: String, value: String)], status: Int = 200, delay: TimeInterval = 0)
    -> CacheEntry
  {
    CacheEntry(status: status, fields: HTTPFields(fields), requestTime: start - delay, responseTime: start)
  }

  private func decision(
    _ fields: [(name: String, value: String)], asked: [String: String] = [:],
    policy: URLRequest.CachePolicy = .useProtocolCachePolicy, after seconds: TimeInterval = 0
  ) throws -> CachePolicy.Decision {
    CachePolicy.decision(
      for: try request(asked), policy: policy, entry: entry(fields), now: start + seconds)
  }

  private func condition(_ fields: (name: String, value: String)...) -> CachePolicy.Decision {
    .validate(HTTPFields(fields))
  }

  @Test func `a response is used while it is fresh`() throws {
    let fields = [(name: "Cache-Control", value: "max-age=60"), (name: "ETag", value: "\"1\"")]
    #expect(try decision(fields, after: 59) == .use)
    #expect(try decision(fields, after: 60) == condition(("If-None-Match", "\"1\"")))
  }

  @Test func `the age counts from the making of the response, including its transfer`() throws {
    #expect(try decision([("Cache-Control", "max-age=60"), ("Age", "30")], after: 29) == .use)
    #expect(try decision([("Cache-Control", "max-age=60"), ("Age", "30")], after: 31) == .load)
    let old = [(name: "Cache-Control", value: "max-age=60"), (name: "Date", value: HTTPDate.text(start - 50))]
    #expect(try decision(old, after: 9) == .use)
    #expect(try decision(old, after: 11) == .load)
    #expect(entry([("Age", "5")], delay: 7).age(at: start + 1) == 13)
  }

  @Test func `a clock that goes back makes it stale`() throws {
    #expect(try decision([("Cache-Control", "max-age=60")], after: -1) == .load)
  }

  @Test func `max-age has precedence over Expires`() throws {
    let fields = [(name: "Cache-Control", value: "max-age=10"), (name: "Expires", value: HTTPDate.text(start + 100))]
    #expect(try decision(fields, after: 20) == .load)
    #expect(try decision([("Expires", HTTPDate.text(start + 100))], after: 20) == .use)
  }

  @Test func `an Expires that is not a date is in the past`() throws {
    #expect(try decision([("Expires", "0"), ("Last-Modified", HTTPDate.text(start - 1_000_000))]) != .use)
  }

  @Test func `without an age, a tenth of the time since the last change counts`() throws {
    let fields = [(name: "Last-Modified", value: HTTPDate.text(start - 1000))]
    #expect(try decision(fields, after: 99) == .use)
    #expect(try decision(fields, after: 101) == condition(("If-Modified-Since", HTTPDate.text(start - 1000))))
    #expect(entry([("Last-Modified", HTTPDate.text(start - 1e9))]).lifetime == 86400)
    #expect(entry([("Last-Modified", HTTPDate.text(start - 1000))], status: 302).lifetime == 0)
  }

  @Test func `no-cache is validated each time`() throws {
    let fields = [(name: "Cache-Control", value: "no-cache, max-age=60"), (name: "ETag", value: "W/\"1\"")]
    #expect(try decision(fields) == condition(("If-None-Match", "W/\"1\"")))
  }

  @Test func `a request can ask for less or more than the response allows`() throws {
    let fields = [(name: "Cache-Control", value: "max-age=60"), (name: "ETag", value: "\"1\"")]
    let validation = condition(("If-None-Match", "\"1\""))
    #expect(try decision(fields, asked: ["Cache-Control": "no-cache"]) == validation)
    #expect(try decision(fields, asked: ["Pragma": "no-cache"]) == validation)
    #expect(try decision(fields, asked: ["Cache-Control": "max-age=0"], after: 1) == validation)
    #expect(try decision(fields, asked: ["Cache-Control": "min-fresh=30"], after: 20) == .use)
    #expect(try decision(fields, asked: ["Cache-Control": "min-fresh=30"], after: 40) == validation)
    #expect(try decision(fields, asked: ["Cache-Control": "max-stale=30"], after: 80) == .use)
    #expect(try decision(fields, asked: ["Cache-Control": "max-stale"], after: 8000) == .use)
    #expect(try decision(fields, asked: ["Cache-Control": "max-stale=30"], after: 100) == validation)
  }

  @Test func `must-revalidate has precedence over what a request accepts`() throws {
    let fields = [(name: "Cache-Control", value: "max-age=60, must-revalidate")]
    #expect(try decision(fields, asked: ["Cache-Control": "max-stale"], after: 80) == .load)
  }

  @Test func `only-if-cached loads nothing`() throws {
    let asked = ["Cache-Control": "only-if-cached"]
    #expect(try decision([("Cache-Control", "max-age=60")], asked: asked) == .use)
    #expect(try decision([("Cache-Control", "max-age=60")], asked: asked, after: 90) == .fail(.resourceUnavailable))
    let nothing = CachePolicy.decision(
      for: try request(asked), policy: .useProtocolCachePolicy, entry: nil, now: start)
    #expect(nothing == .fail(.resourceUnavailable))
  }

  @Test func `each policy of a request has its effect`() throws {
    let stale = [(name: "Cache-Control", value: "max-age=1"), (name: "ETag", value: "\"1\"")]
    #expect(try decision(stale, policy: .reloadIgnoringLocalCacheData) == .load)
    #expect(try decision(stale, policy: .reloadIgnoringLocalAndRemoteCacheData) == .load)
    #expect(try decision(stale, policy: .returnCacheDataElseLoad, after: 100) == .use)
    #expect(try decision(stale, policy: .returnCacheDataDontLoad, after: 100) == .use)
    #expect(try decision(stale, policy: .reloadRevalidatingCacheData) == condition(("If-None-Match", "\"1\"")))
    #expect(try decision([], policy: .reloadRevalidatingCacheData) == .load)
    let request = try request()
    let elseLoad = CachePolicy.decision(for: request, policy: .returnCacheDataElseLoad, entry: nil, now: start)
    #expect(elseLoad == .load)
    let dontLoad = CachePolicy.decision(for: request, policy: .returnCacheDataDontLoad, entry: nil, now: start)
    #expect(dontLoad == .fail(.resourceUnavailable))
    #expect(CachePolicy.fields(for: .reloadIgnoringLocalAndRemoteCacheData)["Cache-Control"] == "no-cache")
    #expect(CachePolicy.fields(for: .reloadIgnoringLocalCacheData).lines.isEmpty)
  }

  @Test func `an immutable response is not validated while it is fresh`() throws {
    let fields = [(name: "Cache-Control", value: "max-age=60, immutable"), (name: "ETag", value: "\"1\"")]
    #expect(try decision(fields, policy: .reloadRevalidatingCacheData) == .use)
    #expect(
      try decision(fields, policy: .reloadRevalidatingCacheData, after: 61) == condition(("If-None-Match", "\"1\"")))
  }

  @Test(arguments: ["If-None-Match", "If-Modified-Since", "Range", "If-Range", "If-Match"])
  func `a request with a condition of its own goes to the server`(name: String) throws {
    #expect(try decision([("Cache-Control", "max-age=60")], asked: [name: "x"]) == .load)
  }

  @Test func `the condition has both validators`() throws {
    let fields = [(name: "ETag", value: "\"1\""), (name: "Last-Modified", value: "x")]
    #expect(try decision(fields) == condition(("If-None-Match", "\"1\""), ("If-Modified-Since", "x")))
  }

  private func storage(
    _ fields: [(name: String, value: String)], status: Int = 200, asked: [String: String] = [:], method: String = "GET"
  ) throws -> CachePolicy.Storage {
    CachePolicy.storage(of: try request(asked, method: method), entry: entry(fields, status: status))
  }

  @Test func `a cacheable response is stored`() throws {
    #expect(try storage([("Cache-Control", "max-age=60")]) == .allowed)
    #expect(try storage([("Cache-Control", "private, max-age=60")]) == .allowed)
    #expect(try storage([("ETag", "\"1\"")]) == .allowed)
    #expect(try storage([]) == .allowedInMemoryOnly)
    #expect(try storage([("Cache-Control", "max-age=60")], status: 302) == .allowed)
    #expect(try storage([("Cache-Control", "max-age=60")], status: 404) == .allowed)
  }

  @Test func `a response that is not cacheable is not stored`() throws {
    #expect(try storage([("Cache-Control", "no-store, max-age=60")]) == .notAllowed)
    #expect(try storage([("Cache-Control", "max-age=60")], asked: ["Cache-Control": "no-store"]) == .notAllowed)
    #expect(try storage([("Cache-Control", "max-age=60")], status: 206) == .notAllowed)
    #expect(try storage([("Cache-Control", "max-age=60")], status: 304) == .notAllowed)
    #expect(try storage([("Cache-Control", "max-age=60")], method: "POST") == .notAllowed)
    #expect(try storage([("Cache-Control", "max-age=60"), ("Vary", "Accept, *")]) == .notAllowed)
    #expect(try storage([("ETag", "\"1\"")], status: 302) == .notAllowed)
    #expect(try storage([("ETag", "\"1\"")], status: 500) == .notAllowed)
  }

  @Test func `a 304 renews the head and keeps the fields of the content`() throws {
    let stored = entry([
      ("ETag", "\"1\""), ("Content-Length", "100"), ("Cache-Control", "max-age=1"), ("X", "old"), ("Y", "y"),
    ])
    let fields = HTTPFields([
      ("ETag", "W/\"1\""), ("Content-Length", "0"), ("cache-control", "max-age=60"), ("X", "new"),
      ("Connection", "close"),
    ])
    let later = start + 100
    let renewed = try #require(CachePolicy.refreshed(stored, by: fields, requestTime: later, responseTime: later))
    #expect(renewed.fields["Content-Length"] == "100")
    #expect(renewed.fields["X"] == "new")
    #expect(renewed.fields["Y"] == "y")
    #expect(renewed.fields["Connection"] == nil)
    #expect(renewed.isFresh(at: later + 59))
  }

  @Test func `a 304 about another response renews nothing`() {
    let stored = entry([("ETag", "\"1\"")])
    let other = HTTPFields([("ETag", "\"2\"")])
    #expect(CachePolicy.refreshed(stored, by: other, requestTime: start, responseTime: start) == nil)
  }

  @Test func `a change makes stored responses of its URLs invalid, within the origin`() throws {
    let fields = HTTPFields([("Location", "/y"), ("Content-Location", "http://b.test/z")])
    let urls = CachePolicy.invalidated(by: try request(method: "POST"), status: 201, fields: fields)
    #expect(urls.map(\.absoluteString) == ["http://a.test/x", "http://a.test/y"])
    #expect(CachePolicy.invalidated(by: try request(method: "DELETE"), status: 404, fields: fields).isEmpty)
    #expect(CachePolicy.invalidated(by: try request(), status: 200, fields: fields).isEmpty)
  }

  @Test func `a stale response replaces a failure, as long as it allows`() throws {
    let stored = entry([("Cache-Control", "max-age=10, stale-if-error=20")])
    #expect(CachePolicy.mayStandIn(stored, for: try request(), status: 503, now: start + 29))
    #expect(CachePolicy.mayStandIn(stored, for: try request(), status: nil, now: start + 29))
    #expect(!CachePolicy.mayStandIn(stored, for: try request(), status: 503, now: start + 31))
    #expect(!CachePolicy.mayStandIn(stored, for: try request(), status: 404, now: start + 5))
    let strict = entry([("Cache-Control", "max-age=10, stale-if-error=20, must-revalidate")])
    #expect(!CachePolicy.mayStandIn(strict, for: try request(), status: 503, now: start + 15))
  }

  @Test func `a HEAD shows that the stored response is outdated`() {
    let stored = entry([("ETag", "\"1\""), ("Content-Length", "5")])
    #expect(!CachePolicy.isOutdated(stored, byHead: HTTPFields([("ETag", "\"1\""), ("Content-Length", "5")])))
    #expect(CachePolicy.isOutdated(stored, byHead: HTTPFields([("ETag", "\"2\"")])))
    #expect(CachePolicy.isOutdated(stored, byHead: HTTPFields([("Content-Length", "6")])))
  }
}
