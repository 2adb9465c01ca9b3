// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct AddressTests {
  private func url(_ base: String, _ query: [URLQueryItem] = []) throws -> String {
    try ServiceAddress(try #require(URL(string: base))).url("/v1/photos", query).absoluteString
  }

  @Test(arguments: ["http://127.0.0.1:9663", "http://127.0.0.1:9663/", "http://127.0.0.1:9663///"])
  func `routes are below the base address`(base: String) throws {
    #expect(try url(base) == "http://127.0.0.1:9663/v1/photos")
  }

  @Test func `a service can be below a path`() throws {
    #expect(try url("https://example.test/dogs/") == "https://example.test/dogs/v1/photos")
  }

  @Test(arguments: ["v1/photos", "@evil.test/v1", ".evil.test/v1", ":1/v1", ""])
  func `a path without a leading slash does not change the host`(path: String) async throws {
    let address = ServiceAddress(try #require(URL(string: "https://example.test")))
    let error = try await failure { _ = try address.url(path, []) }
    #expect(error.code == .invalidAddress)
    #expect(error.message.contains("slash"))
  }

  @Test func `parameters are encoded strictly`() throws {
    let query = [URLQueryItem(name: "caption", value: "a+b &c=ü/?"), URLQueryItem(name: "download", value: nil)]
    #expect(
      try url("http://example.test", query)
        == "http://example.test/v1/photos?caption=a%2Bb%20%26c%3D%C3%BC%2F%3F&download")
  }

  @Test(arguments: [
    "ftp://example.test", "example.test", "http://", "/v1", "http://ada:secret@example.test", "http://example.test?x=1",
    "http://example.test#x", "file:///tmp",
  ])
  func `an address of no service is refused with an explanation`(base: String) async throws {
    let client = WoofClient(baseURL: try #require(URL(string: base)))
    let error = try await failure { _ = try await client.account() }
    #expect(error.code == .invalidAddress)
    #expect(error.message.contains("http://127.0.0.1:9663"))
    #expect(!error.message.contains("secret"))
  }
}
