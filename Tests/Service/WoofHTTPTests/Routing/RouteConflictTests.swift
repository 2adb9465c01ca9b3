// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct RouteConflictTests {
  /// The mistake that freezing finds; `nil` where there is none.
  private func mistake(_ routes: (HTTPMethod, String)...) -> HTTPRouteError? {
    var builder = HTTPRouter.Builder()
    for (method, pattern) in routes { builder.add(method, pattern) { _, _ in HTTPResponse(200) } }
    do {
      _ = try builder.freeze()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a route that was added twice is a mistake`() {
    let mistake = mistake((.get, "/a"), (.get, "/b"), (.get, "/a"))
    #expect(mistake?.route == HTTPRoute(.get, "/a"))
    #expect(mistake?.other == HTTPRoute(.get, "/a"))
    #expect(mistake?.description == "GET /a and GET /a: the routes are the same")
  }

  @Test func `patterns that differ in the names of parameters only are the same`() {
    #expect(mistake((.get, "/a/{x}"), (.get, "/a/{y}"))?.other == HTTPRoute(.get, "/a/{x}"))
  }

  @Test func `two patterns of which neither is narrower are a mistake`() {
    #expect(mistake((.get, "/{x}/b"), (.get, "/a/{y}"))?.route == HTTPRoute(.get, "/a/{y}"))
    #expect(mistake((.get, "/{x}/b/c"), (.get, "/a/{y}/c")) != nil)
  }

  @Test func `a narrower pattern can stand beside a wider one`() {
    #expect(mistake((.get, "/a/{x}"), (.get, "/a/b"), (.get, "/{y}/{x}"), (.get, "/a/b/c")) == nil)
    #expect(mistake((.get, "/{x}/b"), (.get, "/a/c")) == nil)
  }

  @Test func `different methods never collide`() {
    #expect(mistake((.get, "/a/{x}"), (.put, "/a/{y}"), (.head, "/a/{z}")) == nil)
    #expect(mistake((.get, "/{x}/b"), (.put, "/a/{y}")) == nil)
  }

  @Test(arguments: [
    "", "a", "a/b", "//", "/a/", "/a//b", "/.", "/a/..", "/a b", "/a%20b", "/a?b", "/{}", "/{a b}", "/{a}b", "/a{b}",
    "/{a", "/a}", "/é", "/a#", "/{a}/{a}", "/{a}/{b}/{c}/{d}/{e}",
  ])
  func `a pattern that can match nothing is a mistake`(pattern: String) {
    #expect(mistake((.get, pattern))?.route == HTTPRoute(.get, pattern))
    #expect(mistake((.get, pattern))?.other == nil)
  }
}
