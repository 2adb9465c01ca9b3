// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import URLLoading

struct CacheControlTests {
  @Test func `directives of all lines are read`() {
    let control = CacheControl(["private, max-age=60", "Must-Revalidate , immutable"])
    #expect(control.isPrivate)
    #expect(control.maxAge == 60)
    #expect(control.mustRevalidate)
    #expect(control.isImmutable)
    #expect(!control.noStore)
  }

  @Test func `an unknown directive is ignored, and hides no other`() {
    let control = CacheControl(["community=\"UCI, no-store\", =, foo=, max-age=\"5\""])
    #expect(!control.noStore)
    #expect(control.maxAge == 5)
  }

  @Test func `an unreadable age is stale`() {
    #expect(CacheControl(["max-age=ten"]).maxAge == 0)
    #expect(CacheControl(["max-age"]).maxAge == 0)
    #expect(CacheControl(["max-age=-5"]).maxAge == 0)
  }

  @Test func `the smaller of two ages counts`() {
    #expect(CacheControl(["max-age=60, max-age=10"]).maxAge == 10)
  }

  @Test func `an age that overflows is the largest`() {
    #expect(CacheControl(["max-age=99999999999999999999999"]).maxAge == CacheControl.maximalSeconds)
  }

  @Test func `no-cache with field names counts like no-cache without`() {
    #expect(CacheControl(["no-cache=\"Set-Cookie, X\", max-age=60"]).noCache)
  }

  @Test func `reading ends, whatever a server writes`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let line = Mutation.mutated("private, max-age=\"60\", no-cache=\"a, b\", stale-if-error=5", using: &generator)
      let control = CacheControl([line])
      #expect(control.maxAge.map { (0...CacheControl.maximalSeconds).contains($0) } ?? true)
    }
  }
}
