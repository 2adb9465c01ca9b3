// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct AcceptEncodingTests {
  private func prefersGzip(_ values: String...) -> Bool {
    var accept = HTTPAcceptEncoding()
    for value in values { accept.add(Array(value.utf8)[...]) }
    return accept.prefersGzip
  }

  @Test(arguments: [
    "gzip", "GZip", "x-gzip", "X-GZIP", "gzip, deflate, br, zstd", "deflate,gzip", "*", "gzip;q=1", "gzip;q=1.000",
    "gzip;q=0.001", "gzip ; q=0.5", "gzip;\tQ=0.5", " gzip ", ",, gzip ,", "br;q=1, gzip;q=0.1", "*;q=0.3",
    "identity;q=0, *", "identity;q=0.5, gzip;q=0.5", "gzip;q=0, gzip", "gzip;q=2, x-gzip", "gzip;q=1.", "gzip;q=0.25",
  ])
  func `gzip is preferred where it is taken`(value: String) {
    #expect(prefersGzip(value))
  }

  @Test(arguments: [
    "", " ", ",", "identity", "br", "deflate, zstd", "gzip;q=0", "gzip;q=0.0", "gzip;q=0.000", "x-gzip;q=0", "*;q=0",
    "gzip;q=0, *", "gzip;q=0, x-gzip", "x-gzip;q=0, *;q=1", "identity, gzip;q=0.9", "identity;q=1, *;q=0.5",
    "identity;q=0",
  ])
  func `gzip is not preferred where it is not named, refused, or taken less gladly`(value: String) {
    #expect(!prefersGzip(value))
  }

  @Test(arguments: [
    "gzip;q=", "gzip;q", "gzip;", "gzip;q=x", "gzip;q=1.1", "gzip;q=2", "gzip;q=0.1234", "gzip;q=-1", "gzip;q=.5",
    "gzip;q=0.5 x", "gzip x", "gzip;q=0.5;a=b", "gzip;a=b", "gzip;q =1", "gzip;q= 1", "gzip;q=\"1\"", "gzipp", "gzi",
    "g(zip", "\"gzip\"", "=gzip", ";q=1",
  ])
  func `an element that cannot be read counts for nothing`(value: String) {
    #expect(!prefersGzip(value))
    #expect(prefersGzip("\(value), *;q=0.1"))
  }

  @Test func `without the field gzip is not preferred`() {
    #expect(!HTTPAcceptEncoding().prefersGzip)
  }

  @Test func `several fields are one list`() {
    #expect(prefersGzip("br", "gzip"))
    #expect(prefersGzip("", "deflate, gzip;q=0.2"))
    #expect(!prefersGzip("gzip;q=0", "*"))
    #expect(!prefersGzip("gzip;q=0.5", "identity"))
  }
}
