// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct RouterTests {
  private static let patterns: [(HTTPMethod, String)] = [
    (.get, "/"), (.get, "/v1/photos"), (.post, "/v1/photos"), (.get, "/v1/photos/{id}"), (.delete, "/v1/photos/{id}"),
    (.get, "/v1/photos/{id}/variants/{name}"), (.get, "/v1/photos/latest"), (.get, "/v1/photos/latest/original"),
    (.put, "/v1/photos/{photo}/favourite"), (.head, "/h"), (.get, "/h"), (.other("REPORT"), "/r"),
    (.get, "/a/{a}/{b}/{c}/{d}"),
  ]

  private func router() throws -> HTTPRouter {
    var builder = HTTPRouter.Builder()
    for (method, pattern) in Self.patterns { builder.add(method, pattern) { _, _ in HTTPResponse(200) } }
    return try builder.freeze()
  }

  /// The pattern and the parameters that a path leads to, or why it leads nowhere.
  private func lookUp(_ method: HTTPMethod, _ path: String) throws -> String {
    let router = try router()
    switch router.match(method, HTTPTarget(checked: Array(path.utf8))) {
    case .route(let index, _, let parameters):
      let values = ["id", "name", "photo", "a", "b", "c", "d"].compactMap { name in
        parameters[name].map { "\(name)=\($0)" }
      }
      #expect(values.count == parameters.count)
      return ([router.routes[index].description] + values).joined(separator: " ")
    case .notFound: return "404"
    case .methodNotAllowed(let allow): return "405 " + allow.map(\.token).joined(separator: ", ")
    case .malformed(let violation): return "\(violation.status.code)"
    }
  }

  @Test func `the router lists the methods of all its routes`() throws {
    #expect(
      try router().methods.map(\.token) == ["GET", "POST", "DELETE", "PUT", "HEAD", "REPORT"])
    #expect(try lookUp(.options, "*") == "404")
  }

  @Test func `a path leads to the route with its pattern`() throws {
    #expect(try lookUp(.get, "/") == "GET /")
    #expect(try lookUp(.get, "/v1/photos") == "GET /v1/photos")
    #expect(try lookUp(.post, "/v1/photos") == "POST /v1/photos")
    #expect(try lookUp(.other("REPORT"), "/r") == "REPORT /r")
  }

  @Test func `the query does not affect routing`() throws {
    #expect(try lookUp(.get, "/v1/photos?a=/b") == "GET /v1/photos")
    #expect(try lookUp(.get, "/?x") == "GET /")
    #expect(try lookUp(.get, "/v1/photos/7?%zz") == "GET /v1/photos/{id} id=7")
  }

  @Test func `parameters are the segments in their places`() throws {
    #expect(try lookUp(.get, "/v1/photos/017") == "GET /v1/photos/{id} id=017")
    #expect(try lookUp(.get, "/v1/photos/x/variants/thumb") == "GET /v1/photos/{id}/variants/{name} id=x name=thumb")
    #expect(try lookUp(.put, "/v1/photos/x/favourite") == "PUT /v1/photos/{photo}/favourite photo=x")
    #expect(try lookUp(.get, "/a/1/22/333/4444") == "GET /a/{a}/{b}/{c}/{d} a=1 b=22 c=333 d=4444")
    #expect(try lookUp(.get, "/v1/photos/...") == "GET /v1/photos/{id} id=...")
  }

  @Test func `a literal segment has precedence over a parameter`() throws {
    #expect(try lookUp(.get, "/v1/photos/latest") == "GET /v1/photos/latest")
    #expect(try lookUp(.get, "/v1/photos/latest/original") == "GET /v1/photos/latest/original")
  }

  @Test func `a literal segment without a route gives way to a parameter`() throws {
    #expect(try lookUp(.delete, "/v1/photos/latest") == "DELETE /v1/photos/{id} id=latest")
    #expect(
      try lookUp(.get, "/v1/photos/latest/variants/t") == "GET /v1/photos/{id}/variants/{name} id=latest name=t")
  }

  @Test func `GET routes serve HEAD if there is no route of its own`() throws {
    #expect(try lookUp(.head, "/v1/photos/1") == "GET /v1/photos/{id} id=1")
    #expect(try lookUp(.head, "/h") == "HEAD /h")
    #expect(try lookUp(.get, "/h") == "GET /h")
  }

  @Test func `another method on a known path is refused with the allowed ones`() throws {
    #expect(try lookUp(.patch, "/v1/photos") == "405 GET, HEAD, POST")
    #expect(try lookUp(.post, "/v1/photos/1") == "405 GET, HEAD, DELETE")
    #expect(try lookUp(.head, "/v1/photos/1/favourite") == "405 PUT")
    #expect(try lookUp(.other("report"), "/r") == "405 REPORT")
    #expect(try lookUp(.post, "/h") == "405 HEAD, GET")
    #expect(try lookUp(.post, "/v1/photos/latest") == "405 GET, HEAD, DELETE")
  }

  @Test(arguments: [
    "/v", "/v1", "/v1/", "/v1/photo", "/v1/photoss", "/V1/photos", "/v1/photos/", "/v1/photos//", "//", "//v1/photos",
    "/v1//photos", "/v1/./photos", "/v1/x/../photos", "/v1/photos/.", "/v1/photos/..", "/v1/photos/%2e",
    "/v1/photos/%2E.", "/v1/photos/a%2Fb", "/v1/photos%2F1", "/v1/photos/a%00", "/v1/photos/a%0Ab", "/v1/photos/a%7f",
    "/v1/photos/1/variants", "/v1/photos/1/variants/", "/v1/photos//variants/x", "/v1/photos/1/variants/x/y", "*", "",
    "/a/1/2/3", "/a/1/2/3/4/5", "/%2F", "v1/photos",
  ])
  func `a path that is almost a route's is not found`(path: String) throws {
    #expect(try lookUp(.get, path) == "404")
  }

  @Test func `percent-encoding in a path is decoded`() throws {
    #expect(try lookUp(.get, "/v1/photos/a%20b%C3%A9%25%3f") == "GET /v1/photos/{id} id=a bé%?")
    #expect(try lookUp(.get, "/v1/%70hotos/a+b") == "GET /v1/photos/{id} id=a+b")
  }

  @Test(arguments: ["/%", "/%4", "/%zz", "/v1/photos/%G0", "/v1/photos/%ff", "/v1/photos/%C3", "/nowhere/%x1", "/a%"])
  func `malformed percent-encoding is refused whether or not the path is known`(path: String) throws {
    #expect(try lookUp(.get, path) == "400")
  }

  @Test func `the bytes of a parameter are a slice of the path`() throws {
    guard
      case .route(_, _, let parameters) = try router().match(.get, HTTPTarget(checked: Array("/v1/photos/xyz".utf8)))
    else {
      Issue.record("not found")
      return
    }
    #expect(parameters.bytes(of: "id") == ArraySlice("xyz".utf8))
    #expect(parameters.bytes(of: "name") == nil)
    #expect(parameters["name"] == nil)
  }

  @Test func `the routes are listed in the order in which they were added`() throws {
    #expect(try router().routes == Self.patterns.map { HTTPRoute($0.0, $0.1) })
  }

  @Test func `a router without routes finds nothing`() throws {
    guard case .notFound = try HTTPRouter.Builder().freeze().match(.get, HTTPTarget(checked: Array("/".utf8))) else {
      Issue.record("found")
      return
    }
  }
}
