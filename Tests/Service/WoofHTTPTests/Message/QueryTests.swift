// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct QueryTests {
  private func query(_ text: String) throws(HTTPQueryError) -> HTTPQuery {
    try HTTPQuery(ArraySlice(text.utf8), names: ["a", "b", "long name", "é", ""])
  }

  private func mistake(_ text: String) -> HTTPQueryError? {
    do {
      _ = try query(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `parameters are found by their names`() throws {
    let query = try query("a=1&b=2")
    #expect(query["a"] == "1")
    #expect(query["b"] == "2")
    #expect(query["long name"] == nil)
  }

  @Test func `names and values are decoded`() throws {
    #expect(try query("long+name=x+y%2Bz%26%3D%25")["long name"] == "x y+z&=%")
    #expect(try query("%61=%C3%BC")["a"] == "ü")
    #expect(try query("%C3%A9=1")["é"] == "1")
  }

  @Test func `a value can be empty, absent or contain equals signs`() throws {
    #expect(try query("a=")["a"] == "")
    #expect(try query("a")["a"] == "")
    #expect(try query("a=b=c")["a"] == "b=c")
    #expect(try query("=x")[""] == "x")
  }

  @Test func `empty pieces are skipped`() throws {
    #expect(try query("&&a=1&&b=2&")["b"] == "2")
    #expect(mistake("") == nil)
    #expect(mistake("&") == nil)
  }

  @Test(
    arguments: [
      ("a=%", "a"), ("a=%4", "a"), ("a=%zz", "a"), ("a=1&b=%FF", "b"), ("a=%C3", "a"), ("%=1", nil), ("%FF=1", nil),
      ("a=%-1", "a"),
    ] as [(String, String?)])
  func `malformed percent-encoding is a mistake`(text: String, parameter: String?) {
    #expect(mistake(text) == .malformed(parameter: parameter))
  }

  @Test(arguments: ["a=1&c=2": "c", "A=1": "A", "limit": "limit", "a+=1": "a "])
  func `an unknown parameter is a mistake`(text: String, parameter: String) {
    #expect(mistake(text) == .unknown(parameter: parameter))
  }

  @Test(arguments: ["a=1&a=1": "a", "a=1&b=2&%61=3": "a", "a&a": "a"])
  func `a repeated parameter is a mistake`(text: String, parameter: String) {
    #expect(mistake(text) == .repeated(parameter: parameter))
  }

  @Test func `a target without a query has no parameters`() throws {
    #expect(try HTTPQuery(of: HTTPTarget(checked: Array("/x".utf8)), names: [])["a"] == nil)
    #expect(try HTTPQuery(of: HTTPTarget(checked: Array("/x?a=7".utf8)), names: ["a"])["a"] == "7")
  }
}
