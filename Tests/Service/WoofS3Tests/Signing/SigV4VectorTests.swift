// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofS3

/// The published vectors of AWS: the aws-sig-v4-test-suite, as in `tests/aws-signing-test-suite/v4` of awslabs/aws-c-auth,
/// without those for services that resolve paths before they sign.
@Suite struct SigV4VectorTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var method = "GET"
    var path = "/"
    var query: [(name: String, value: String)] = []
    var fields: [(name: String, value: String)] = []
    var token: String?
    var signedNames = "host;x-amz-date"
    var signature: String

    var testDescription: String { name }
  }

  private static let time = SigV4Time(secondsSince1970: 1_440_938_160)
  private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
  private static let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  private static let token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"

  static let vectors = [
    Vector(name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      name: "post-vanilla", method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      name: "get-utf8", path: "/%E1%88%B4",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      name: "get-unreserved", path: "/\(unreserved)",
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      name: "get-space-unnormalized", path: "/example%20space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      name: "get-slashes-unnormalized", path: "//example//",
      signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
    Vector(
      name: "get-relative-unnormalized", path: "/example/..",
      signature: "eca7ead57bb5aa5c8e28007acd4ff04e1ff9a0ff3b237ec1554a184887ff9282"),
    Vector(
      name: "get-vanilla-empty-query-key", query: [("Param1", "value1")],
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    Vector(
      name: "get-vanilla-query-order-key-case", query: [("Param2", "value2"), ("Param1", "value1")],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      name: "get-vanilla-query-order-encoded",
      query: [("Param-3", "Value3"), ("Param", "Value2"), ("\u{1234}", "Value1")],
      signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
    Vector(
      name: "get-vanilla-query-unreserved", query: [(unreserved, unreserved)],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      name: "get-vanilla-utf8-query", query: [("\u{1234}", "bar")],
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      name: "get-header-key-duplicate",
      fields: [("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1")],
      signedNames: "host;my-header1;x-amz-date",
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    Vector(
      name: "get-header-value-trim", fields: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
      signedNames: "host;my-header1;my-header2;x-amz-date",
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      name: "get-vanilla-with-session-token", token: token, signedNames: "host;x-amz-date;x-amz-security-token",
      signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
  ]

  @Test(arguments: vectors) func `a request is signed as the suite says`(_ vector: Vector) throws {
    let credentials = try S3Credentials(accessKey: "AKIDEXAMPLE", secret: Self.secret, sessionToken: vector.token)
    var signer = SigV4Signer(credentials, region: "us-east-1", service: "service")
    let request = SigV4Request(
      method: vector.method, path: vector.path, query: vector.query,
      fields: [("Host", "example.amazonaws.com")] + vector.fields)
    let fields = signer.fields(for: request, at: Self.time)
    #expect(fields.first?.value == "20150830T123600Z")
    #expect(
      fields.last?.value == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(vector.signedNames), Signature=\(vector.signature)")
  }

  @Test func `a URL is signed as the suite says`() throws {
    var signer = SigV4Signer(
      try S3Credentials(accessKey: "AKIDEXAMPLE", secret: Self.secret), region: "us-east-1", service: "service")
    let request = SigV4Request(
      method: "GET", path: "/", query: [("Param2", "value2"), ("Param1", "value1")],
      fields: [("Host", "example.amazonaws.com")])
    let query = signer.query(for: request, at: Self.time, validFor: 3600)
    #expect(
      query.hasSuffix(
        "&X-Amz-Signature=86012e2c9ad4d77369f5d81c11f75158aae4f895a085212cc6d3f923d300bed5"))
  }

  @Test func `a URL is signed with a session token as the suite says`() throws {
    var signer = SigV4Signer(
      try S3Credentials(accessKey: "AKIDEXAMPLE", secret: Self.secret, sessionToken: Self.token), region: "us-east-1",
      service: "service")
    let request = SigV4Request(method: "GET", path: "/", fields: [("Host", "example.amazonaws.com")])
    let query = signer.query(for: request, at: Self.time, validFor: 3600)
    #expect(
      query.hasSuffix("&X-Amz-Signature=7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c"))
  }
}

/// The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header" and "Authenticating
/// Requests: Using Query Parameters".
@Suite struct SigV4ExampleTests {
  private static let time = SigV4Time(secondsSince1970: 1_369_353_600)

  private func signer() throws -> SigV4Signer {
    SigV4Signer(
      try S3Credentials(
        accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), region: "us-east-1")
  }

  private func signature(_ request: SigV4Request) throws -> String? {
    var signer = try signer()
    let text = signer.fields(for: request, at: Self.time).last?.value
    return text?.split(separator: "Signature=").last.map(String.init)
  }

  private func request(
    _ method: String, _ path: String, query: [(name: String, value: String)] = [],
    _ fields: [(name: String, value: String)] = [], digest: String = SigV4Request.emptyContent
  ) -> SigV4Request {
    SigV4Request(
      method: method, path: path, query: query,
      fields: [("Host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", digest)] + fields,
      contentDigest: digest)
  }

  @Test func `GET of a range`() throws {
    #expect(
      try signature(request("GET", "/test.txt", [("Range", "bytes=0-9")]))
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func `PUT of an object with a character in its key that is encoded`() throws {
    let digest = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"
    let fields = [
      (name: "Date", value: "Fri, 24 May 2013 00:00:00 GMT"),
      (name: "x-amz-storage-class", value: "REDUCED_REDUNDANCY"),
    ]
    #expect(
      try signature(request("PUT", "/test%24file.text", fields, digest: digest))
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test func `GET of a part of the bucket, named by a query without a value`() throws {
    #expect(
      try signature(request("GET", "/", query: [("lifecycle", "")]))
        == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
  }

  @Test func `GET of a list`() throws {
    #expect(
      try signature(request("GET", "/", query: [("max-keys", "2"), ("prefix", "J")]))
        == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
  }

  @Test func `a URL that is valid for a day`() throws {
    var signer = try signer()
    let request = SigV4Request(
      method: "GET", path: "/test.txt", fields: [("Host", "examplebucket.s3.amazonaws.com")],
      contentDigest: SigV4Request.unsignedContent)
    #expect(
      signer.query(for: request, at: Self.time, validFor: 86_400)
        == "X-Amz-Algorithm=AWS4-HMAC-SHA256"
        + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
        + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
        + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
  }
}
