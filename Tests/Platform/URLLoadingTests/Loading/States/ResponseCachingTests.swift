// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct ResponseCachingTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func request(_ method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/photo")))
    request.httpMethod = method
    return request
  }

  private func entry(_ control: String, tag: String = "\"1\"") -> CacheEntry {
    CacheEntry(
      status: 200, fields: HTTPFields([("Cache-Control", control), ("ETag", tag)]),
      requestTime: now.addingTimeInterval(-10), responseTime: now.addingTimeInterval(-10))
  }

  private func caching(_ entry: CacheEntry?, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) throws -> (
    ResponseCaching, ResponseCaching.Lookup
  ) {
    var caching = ResponseCaching()
    caching.begin(policy, at: now)
    let lookup = caching.decide(on: entry, for: try request())
    return (caching, lookup)
  }

  private func judge(
    _ caching: inout ResponseCaching, _ status: Int, _ fields: [(name: String, value: String)] = [],
    method: String = "GET", isCacheable: Bool = true
  ) throws -> ResponseCaching.Judgement {
    caching.judge(
      status: status, HTTPFields(fields), to: try request(method), at: now, isCacheable: isCacheable, keepingUpTo: 4)
  }

  @Test func `a fresh response is used, a stale one is validated`() throws {
    #expect(try caching(entry("max-age=60")).1 == .use)
    let (stale, lookup) = try caching(entry("max-age=5"))
    #expect(lookup == .load && stale.condition == HTTPFields([("If-None-Match", "\"1\"")]))
  }

  @Test func `without a stored response the server is asked, or the task fails`() throws {
    #expect(try caching(nil).1 == .load)
    #expect(try caching(nil, .returnCacheDataDontLoad).1 == .fail(.resourceUnavailable))
    #expect(try caching(nil, .reloadIgnoringLocalAndRemoteCacheData).0.condition["Pragma"] == "no-cache")
  }

  @Test func `a 304 renews what is stored`() throws {
    var (caching, _) = try caching(entry("max-age=5"))
    guard case .useRefreshed(let refreshed) = try judge(&caching, 304, [("Cache-Control", "max-age=9")]) else {
      Issue.record("It is not used.")
      return
    }
    #expect(refreshed.fields["Cache-Control"] == "max-age=9" && refreshed.responseTime == now)
  }

  @Test func `a 304 about another response has the request sent again`() throws {
    var (caching, _) = try caching(entry("max-age=5"))
    #expect(try judge(&caching, 304, [("ETag", "\"2\"")]) == .loadAgain)
    #expect(caching.condition.lines.isEmpty)
  }

  @Test func `a failure of the server is stood in for where the response allows it`() throws {
    var (allowing, _) = try caching(entry("max-age=5, stale-if-error=60"))
    #expect(try judge(&allowing, 503) == .useStored)
    #expect(try allowing.standsIn(for: .cannotConnectToHost, to: request(), at: now))
    #expect(try !allowing.standsIn(for: .cancelled, to: request(), at: now))
    var (strict, _) = try caching(entry("max-age=5"))
    #expect(try judge(&strict, 503) == .accept)
  }

  @Test func `a response is stored with the content that was kept, unless that is too large`() throws {
    var (caching, _) = try caching(nil)
    #expect(try judge(&caching, 200, [("Cache-Control", "max-age=9")]) == .accept)
    var large = caching
    [1, 2, 3, 4].withUnsafeBytes { caching.keep(UnsafeRawBufferPointer(rebasing: $0[..<4])) }
    let taken = caching.takePending(content: nil)
    let (pending, content) = try #require(taken)
    #expect(content.count == 4 && pending.storage == .allowed && pending.entry.requestTime == now)
    #expect(caching.takePending(content: nil) == nil)
    [UInt8](repeating: 0, count: 5).withUnsafeBytes { large.keep($0) }
    #expect(large.takePending(content: nil) == nil)
  }

  @Test func `what must not be stored, or comes from the cache, is not stored`() throws {
    var (caching, _) = try caching(nil)
    _ = try judge(&caching, 200, [("Cache-Control", "no-store")])
    #expect(caching.takePending(content: Data()) == nil)
    _ = try judge(&caching, 200, [("Cache-Control", "max-age=9")], isCacheable: false)
    #expect(caching.takePending(content: Data()) == nil)
    _ = try judge(&caching, 200, [("Cache-Control", "max-age=9")])
    caching.storeNothing()
    #expect(caching.takePending(content: Data()) == nil)
  }

  @Test func `a request that changes something makes stored responses invalid`() throws {
    var (caching, _) = try caching(nil)
    let url = try #require(try request().url)
    #expect(try judge(&caching, 204, method: "DELETE") == .invalidate([url]))
    #expect(try judge(&caching, 500, method: "DELETE") == .invalidate([]))
  }

  @Test func `a HEAD renews the response to a GET, or shows that it is outdated`() throws {
    var (caching, _) = try caching(nil)
    #expect(try judge(&caching, 200, method: "HEAD") == .freshen)
    #expect(try judge(&caching, 404, method: "HEAD") == .accept)
    let stored = entry("max-age=5")
    let fields = HTTPFields([("ETag", "\"1\""), ("Cache-Control", "max-age=9")])
    #expect(caching.freshened(stored, by: fields, at: now)?.lifetime == 9)
    #expect(caching.freshened(stored, by: HTTPFields([("ETag", "\"2\"")]), at: now) == nil)
  }
}
