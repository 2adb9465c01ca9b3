// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofS3

@Suite struct S3EndpointTests {
  private let photos: S3BucketName
  private let key: S3ObjectKey

  init() throws {
    photos = try S3BucketName("photos")
    key = try S3ObjectKey("a b/\u{E9}+.jpg")
  }

  @Test func `a bucket stands in the path or in the host`() throws {
    let path = try S3Endpoint("https://Store.example:9000/")
    #expect(path.authority(of: photos) == "store.example:9000")
    #expect(path.path(of: photos, key) == "/photos/a%20b/%C3%A9%2B.jpg")
    #expect(path.path(of: photos, nil) == "/photos")
    let host = try S3Endpoint("https://s3.eu-central-1.amazonaws.com", style: .virtualHost)
    #expect(host.authority(of: photos) == "photos.s3.eu-central-1.amazonaws.com")
    #expect(host.path(of: photos, key) == "/a%20b/%C3%A9%2B.jpg")
    #expect(host.path(of: photos, nil) == "/")
  }

  @Test func `the port of the scheme is left out`() throws {
    #expect(try S3Endpoint("https://store.example:443").authority(of: photos) == "store.example")
    #expect(try S3Endpoint("http://localhost:80").authority(of: photos) == "localhost")
  }

  @Test(arguments: ["http://127.0.0.1:9000", "http://127.9.9.9", "http://[::1]:9000", "http://a.localhost:1"])
  func `this machine may be asked in the clear`(_ address: String) throws {
    let endpoint = try S3Endpoint(address)
    #expect(endpoint.isLoopback)
    #expect(!endpoint.isEncrypted)
  }

  @Test(arguments: [
    "http://store.example", "http://127.0.0.1.example", "http://10.0.0.1", "http://127.0.0", "ftp://store", "store",
    "https://", "https://user:password@store.example", "https://store.example/path", "https://store.example?x",
    "https://store.example:0", "https://store.example:65536", "https://-a.example", "https://a..b", "https://[::1",
    "https://a b",
  ])
  func `other addresses are refused`(_ address: String) {
    #expect(throws: S3SettingError.self) { try S3Endpoint(address) }
  }

  @Test func `a bucket in the host needs a name, and one that certificates fit`() throws {
    #expect(throws: S3SettingError.self) { try S3Endpoint("https://10.0.0.1", style: .virtualHost) }
    let endpoint = try S3Endpoint("https://store.example", style: .virtualHost)
    #expect(throws: S3SettingError.self) {
      try S3Configuration(endpoint: endpoint, bucket: S3BucketName("my.photos"))
    }
  }

  @Test(arguments: ["ab", "-abc", "abc-", "a..b", "Photos", "a_b", "a/b", String(repeating: "a", count: 64)])
  func `what is no bucket's name is refused`(_ name: String) {
    #expect(throws: S3SettingError.self) { try S3BucketName(name) }
  }

  @Test(arguments: ["", "a/../b", "./a", "..", "a\n", "\u{7F}", String(repeating: "a", count: 1025)])
  func `keys that do not arrive everywhere as they are sent are refused`(_ key: String) {
    #expect(throws: S3SettingError.self) { try S3ObjectKey(key) }
  }
}
