// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct HostRuleTests {
  private func takes(_ host: String, _ names: String...) -> Bool {
    HTTPHostRule(names: names).takes(Array(host.utf8)[...])
  }

  @Test(arguments: [
    "127.0.0.1", "127.0.0.1:9663", "192.168.1.5:80", "[::1]:9663", "[2001:db8::1]", "localhost", "LOCALHOST:9663",
    "localhost.", "app.localhost:1",
  ])
  func `addresses and localhost are always accepted`(_ host: String) { #expect(takes(host)) }

  @Test(arguments: [
    "evil.example", "evil.example:9663", "127.0.0.1.evil.example", "localhost.evil.example", "notlocalhost", "x", "",
    "1.2.3", "1.2.3.4.5", "256.1.1.1", "1..2.3", "0x7f.0.0.1", "2130706433", "1.2.3.4a", "127.0.0.1..", ".",
  ])
  func `other names are refused`(_ host: String) { #expect(!takes(host)) }

  @Test func `given names are accepted, whatever their case and port are`() {
    #expect(takes("Photos.Example.org:443", "photos.example.org"))
    #expect(takes("photos.example.org.", "PHOTOS.example.org"))
    #expect(!takes("photos.example.org.evil", "photos.example.org"))
    #expect(!takes("aphotos.example.org", "photos.example.org"))
  }

  @Test func `a star stands for one label, and a lone star for every name`() {
    #expect(takes("a.example.org", "*.example.org"))
    #expect(!takes("example.org", "*.example.org"))
    #expect(!takes(".example.org", "*.example.org"))
    #expect(!takes("a.b.example.org", "*.example.org"))
    #expect(!takes("a.example.com", "*.example.org"))
    #expect(takes("anything", "*"))
  }

  @Test(arguments: [
    ("https://photos.example.org", "https://photos.example.org"),
    ("https://Photos.Example.org:443", "https://photos.example.org"),
    ("HTTP://x:80", "http://x"), ("http://x:443", "http://x:443"), ("https://x:80", "https://x:80"),
    ("http://[::0:1]:9663", "http://[::1]:9663"), ("https://x:", "https://x"),
  ])
  func `an origin has a scheme, a host and a port, if not the default`(_ text: String, _ usual: String) throws {
    #expect(try #require(HTTPOrigin(text)).description == usual)
    #expect(HTTPOrigin(usual) == HTTPOrigin(text))
  }

  @Test(arguments: [
    "null", "", "photos.example.org", "ftp://x", "https://", "https://x/", "https://x/a", "https://a@x",
    "https://x:70000",
    "https://x y", "https:/x", "file:///", "https://x:8o",
  ])
  func `a malformed origin is refused`(_ text: String) { #expect(HTTPOrigin(text) == nil) }

  @Test func `origins differ by scheme, host and port`() {
    let origins = ["http://x", "https://x", "http://x:81", "http://y"].map { HTTPOrigin($0) }
    #expect(Set(origins).count == 4)
  }
}
