// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

/// Different spellings of a URL are one place.
@Suite struct CacheKeyTests {
  @Test(arguments: [
    ("HTTP://Example.ORG/Rex", "http://example.org/Rex"), ("http://example.org/Rex#tail", "http://example.org/Rex"),
    ("http://example.org", "http://example.org/"), ("http://example.org?x=1", "http://example.org/?x=1"),
    ("https://Ada@Example.org/", "https://Ada@example.org/"),
    ("http://example.org/a/B?C=D", "http://example.org/a/B?C=D"),
  ])
  func `a URL is stored under its own spelling`(spelled: String, key: String) throws {
    #expect(CacheKey(try #require(URL(string: spelled))).text == key)
  }

  @Test func `paths differ by case`() throws {
    let (one, other) = (
      try #require(URL(string: "http://example.org/rex")), try #require(URL(string: "http://example.org/Rex"))
    )
    #expect(CacheKey(one) != CacheKey(other))
  }
}
