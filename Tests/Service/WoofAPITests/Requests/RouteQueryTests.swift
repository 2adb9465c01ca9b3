// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

@Suite struct RouteQueryTests {
  private func query(_ text: String) throws -> RouteQuery {
    try RouteQuery(of: TestRequest.make(.get, "/v1/photos?\(text)"), allowing: ["order", "owner", "limit", "after"])
  }

  /// The parameter that the error about a query names.
  private func blamed(_ body: () throws -> Void) -> JSONValue? {
    do {
      try body()
      return nil
    } catch {
      return (error as? WoofError)?.details["parameter"]
    }
  }

  @Test func `known parameters are read`() throws {
    let query = try query("owner=ada%20b&order=popular&limit=7")
    #expect(query["owner"] == "ada b")
    #expect(try query.value("order", default: PhotoQuery.Order.newest) == .popular)
    #expect(try query.pageLimit() == 7)
  }

  @Test func `absent parameters have their defaults`() throws {
    let query = try query("")
    #expect(try query.value("order", default: PhotoQuery.Order.newest) == .newest)
    #expect(try query.pageLimit() == 50)
  }

  @Test func `an unknown or repeated parameter is named`() {
    #expect(blamed { _ = try query("colour=red") } == "colour")
    #expect(blamed { _ = try query("limit=1&limit=2") } == "limit")
  }

  @Test(arguments: ["0", "501", "-1", "ten", "1.5", "", "99999999999999999999"])
  func `a limit outside of 1 to 500 is refused`(_ text: String) throws {
    let query = try query("limit=\(text)")
    #expect(blamed { _ = try query.pageLimit() } == "limit")
  }

  @Test func `an unknown choice is refused`() throws {
    let query = try query("order=oldest")
    #expect(blamed { _ = try query.value("order", default: PhotoQuery.Order.newest) } == "order")
  }
}
