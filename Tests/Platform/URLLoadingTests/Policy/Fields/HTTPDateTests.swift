// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

struct HTTPDateTests {
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `all three forms are read`(text: String) {
    #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test func `the preferred form is written`() {
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777)) == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(HTTPDate.text(Date(timeIntervalSince1970: -1)) == "Wed, 31 Dec 1969 23:59:59 GMT")
  }

  @Test func `a written date is read back`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let date = Date(timeIntervalSince1970: Double(Int.random(in: -2_000_000_000...20_000_000_000, using: &generator)))
      #expect(HTTPDate.date(HTTPDate.text(date)) == date)
    }
  }

  @Test(arguments: ["", "0", "-1", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 25:00:00 GMT", "Sun, 6 Foo 1994 08:49:37 GMT"])
  func `a malformed date is refused`(text: String) {
    #expect(HTTPDate.date(text) == nil)
  }

  @Test func `reading ends, whatever a server writes`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<3000 { _ = HTTPDate.date(Mutation.mutated("Sun, 06 Nov 1994 08:49:37 GMT", using: &generator)) }
  }
}

struct HTTPFieldsTests {
  @Test func `names are compared without regard to case`() {
    let fields = HTTPFields([("Set-Cookie", "a"), ("set-cookie", "b"), ("ETag", "c")])
    #expect(fields.values(of: "SET-COOKIE") == ["a", "b"])
    #expect(fields["etag"] == "c")
    #expect(fields["e-tag"] == nil)
  }

  @Test func `lines of one name are joined for Foundation`() {
    let fields = HTTPFields([("Vary", "a"), ("vary", "b"), ("ETag", "c")])
    #expect(fields.joined == ["Vary": "a, b", "ETag": "c"])
  }
}
