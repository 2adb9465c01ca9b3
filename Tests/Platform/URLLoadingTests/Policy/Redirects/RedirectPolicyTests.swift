// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import TestKit
@testable import URLLoading

struct RedirectPolicyTests {
  private let policy = RedirectPolicy()

  private func request(_ method: String, _ url: String = "http://a.test/start") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.httpBody = Data("body".utf8)
    request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    request.setValue("Basic eA==", forHTTPHeaderField: "Authorization")
    request.setValue("a=b", forHTTPHeaderField: "Cookie")
    request.setValue("de", forHTTPHeaderField: "Accept-Language")
    return request
  }

  private func redirection(
    of request: URLRequest, _ status: Int, to location: String = "/next"
  ) throws -> RedirectPolicy.Redirection {
    let fields = HTTPFields([("location", location)])
    guard case .follow(let redirection) = policy.outcome(of: request, status: status, fields: fields, after: 0) else {
      throw Unexpected()
    }
    return redirection
  }

  private struct Unexpected: Error {}

  @Test(arguments: [307, 308], ["POST", "PUT", "PATCH", "DELETE", "GET"])
  func `307 and 308 keep method and body`(status: Int, method: String) throws {
    let next = try redirection(of: request(method), status)
    #expect(next.request.httpMethod == method)
    #expect(next.request.httpBody == Data("body".utf8))
    #expect(next.request.value(forHTTPHeaderField: "Content-Type") == "text/plain")
    #expect(next.keepsBody)
  }

  @Test(arguments: [301, 302])
  func `301 and 302 turn a POST into a GET, and keep other methods`(status: Int) throws {
    let post = try redirection(of: request("POST"), status)
    #expect(post.request.httpMethod == "GET")
    #expect(post.request.httpBody == nil)
    #expect(post.request.value(forHTTPHeaderField: "Content-Type") == nil)
    #expect(!post.keepsBody)
    let put = try redirection(of: request("PUT"), status)
    #expect(put.request.httpMethod == "PUT")
    #expect(put.keepsBody)
  }

  @Test func `303 turns all methods but HEAD into a GET`() throws {
    for method in ["POST", "PUT", "DELETE"] {
      let next = try redirection(of: request(method), 303)
      #expect(next.request.httpMethod == "GET")
      #expect(next.request.httpBody == nil)
    }
    #expect(try redirection(of: request("HEAD"), 303).request.httpMethod == "HEAD")
  }

  @Test(arguments: [200, 300, 304, 305, 306, 400])
  func `other statuses are ordinary responses`(status: Int) throws {
    let outcome = policy.outcome(
      of: try request("GET"), status: status, fields: HTTPFields([("Location", "/x")]), after: 0)
    guard case .deliver = outcome else { throw Unexpected() }
  }

  @Test func `a redirect without a location is the response`() throws {
    guard case .deliver = policy.outcome(of: try request("GET"), status: 302, fields: HTTPFields(), after: 0) else {
      throw Unexpected()
    }
  }

  @Test func `credentials and cookies stay with their origin`() throws {
    for location in ["http://b.test/", "https://a.test/", "http://a.test:81/", "//b.test/x"] {
      let next = try redirection(of: request("GET"), 302, to: location)
      #expect(next.isCrossOrigin)
      #expect(next.request.value(forHTTPHeaderField: "Authorization") == nil)
      #expect(next.request.value(forHTTPHeaderField: "Cookie") == nil)
      #expect(next.request.value(forHTTPHeaderField: "Accept-Language") == "de")
    }
  }

  @Test func `within the origin credentials and cookies are kept`() throws {
    let next = try redirection(of: request("GET"), 302, to: "http://A.test:80/x")
    #expect(!next.isCrossOrigin)
    #expect(next.request.value(forHTTPHeaderField: "Authorization") == "Basic eA==")
  }

  @Test func `user and password in a URL of another origin are dropped`() throws {
    let next = try redirection(of: request("GET"), 302, to: "http://u:p@b.test/")
    #expect(next.request.url?.absoluteString == "http://b.test/")
  }

  @Test func `a Host field that was set applies to the first request only`() throws {
    var request = try request("GET")
    request.setValue("other.test", forHTTPHeaderField: "Host")
    #expect(try redirection(of: request, 302).request.value(forHTTPHeaderField: "Host") == nil)
  }

  @Test func `no Referer is added`() throws {
    #expect(try redirection(of: request("GET"), 302).request.value(forHTTPHeaderField: "Referer") == nil)
  }

  @Test func `the fragment is kept`() throws {
    let request = try request("GET", "http://a.test/start#part")
    #expect(try redirection(of: request, 302, to: "/next").request.url?.absoluteString == "http://a.test/next#part")
    #expect(try redirection(of: request, 302, to: "/next#own").request.url?.absoluteString == "http://a.test/next#own")
  }

  @Test func `the twenty-first redirect fails`() throws {
    let request = try request("GET")
    let fields = HTTPFields([("Location", "/x")])
    guard case .follow = policy.outcome(of: request, status: 302, fields: fields, after: 19) else { throw Unexpected() }
    guard case .fail(.httpTooManyRedirects) = policy.outcome(of: request, status: 302, fields: fields, after: 20) else {
      throw Unexpected()
    }
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://a.test/x", "data:text/plain,x", "javascript:alert(1)"])
  func `no redirect leads to another scheme than HTTP`(location: String) throws {
    let outcome = policy.outcome(
      of: try request("GET"), status: 302, fields: HTTPFields([("Location", location)]), after: 0)
    guard case .fail(.unsupportedURL) = outcome else { throw Unexpected() }
  }

  @Test(arguments: ["", "http://", "http:///x", "http://[::1"])
  func `a malformed location is an error`(location: String) throws {
    let outcome = policy.outcome(
      of: try request("GET"), status: 302, fields: HTTPFields([("Location", location)]), after: 0)
    guard case .fail(.redirectToNonExistentLocation) = outcome else { throw Unexpected() }
  }

  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g;x=1/../y", "http://a/b/c/y"),
    ("http://b.test/caf\u{E9} x", "http://b.test/caf%C3%A9%20x"),
  ])
  func `relative locations are resolved`(reference: String, expected: String) throws {
    let base = try #require(URL(string: "http://a/b/c/d;p?q"))
    #expect(RedirectPolicy.target(reference, from: base)?.absoluteString == expected)
  }

  @Test func `a location is HTTP or refused, whatever a server writes`() throws {
    var generator = SeededGenerator(seed: 11)
    let request = try request("GET")
    for _ in 0..<2000 {
      let location = Mutation.mutated("https://u:p@b.test:8443/a/../b;c?d=e&f#g", using: &generator)
      let fields = HTTPFields([("Location", location)])
      guard case .follow(let next) = policy.outcome(of: request, status: 302, fields: fields, after: 0) else {
        continue
      }
      #expect(["http", "https"].contains(next.request.url?.scheme?.lowercased()))
      #expect(next.isCrossOrigin == !Origin.isSame(request.url, next.request.url))
    }
  }
}
