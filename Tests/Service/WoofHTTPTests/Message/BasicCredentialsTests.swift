// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofHTTP
import WoofHTTPSemantics

@Suite struct BasicCredentialsTests {
  /// What a field comes to: `name|password`, `none`, or the error.
  private func read(_ values: String..., limit: Int = 1_024) -> String {
    var fields = HTTPFields()
    for value in values { fields.append(.authorization, value) }
    do throws(HTTPCredentialsError) {
      guard let credentials = try HTTPBasicCredentials(fields, limit: limit) else { return "none" }
      let password = credentials.password.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      return "\(credentials.name)|\(password)"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a name and a password are read`() {
    #expect(read("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == "Aladdin|open sesame")
    #expect(read("Basic dGVzdDoxMjPCow==") == "test|123£")
    #expect(read("bASIC   ZG9nOndvb2Y=") == "dog|woof")
  }

  @Test func `the first colon separates the name from the password`() {
    #expect(read("Basic YTpiOmM=") == "a|b:c")
    #expect(read("Basic Og==") == "|")
    #expect(read("Basic YTo=") == "a|")
    #expect(read("Basic OmI=") == "|b")
  }

  @Test func `a request can have no credentials`() {
    #expect(read() == "none")
  }

  @Test(arguments: ["Bearer ZG9nOndvb2Y=", "Digest x", "Basics ZG9nOndvb2Y=", "Bearer"])
  func `another scheme is recognised`(value: String) {
    #expect(read(value) == "otherScheme")
  }

  @Test(arguments: [
    "", "Basic", "Basic ", "Basic\tZG9nOndvb2Y=", "Basic ZG9nOndvb2Y", "Basic ZG9nOndvb2Y= x", "Basic ZG9nOndvb2Z=",
    "Basic ZG9n", "Basic Zm9v\u{E9}", "Basic /zo=", "Basic YToAYg==", "Basic YQk6Yg==", "Basic YTpifw==",
    "Basic a=b:", "Basic ZG9n OndvZg==", "Basic =", "Basic ====", "Basic YTo=YTo=", "Basic YTpi====", ":",
    "Basic YTpi\"",
  ])
  func `any other field is malformed`(value: String) {
    #expect(read(value) == "malformed")
  }

  @Test func `two fields are malformed`() {
    #expect(read("Basic YTo=", "Basic YTo=") == "malformed")
  }

  @Test func `the length of credentials is limited`() {
    #expect(read("Basic YTpi", limit: 3) == "a|b")
    #expect(read("Basic YTpiYw==", limit: 3) == "tooLong(limit: 3)")
    #expect(read("Basic YTpiYw==", limit: 2) == "tooLong(limit: 2)")
    #expect(read("Basic " + String(repeating: "YTpi", count: 1_000)) == "tooLong(limit: 1024)")
  }

  @Test func `printing credentials shows no password`() {
    let credentials = HTTPBasicCredentials(name: "dog", password: WipedBytes("woof"))
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in [
      "\(credentials)", String(reflecting: credentials), dumped, "\([credentials])", "\(Optional(credentials) as Any)",
    ] {
      #expect(text.contains("dog"))
      #expect(!text.contains("woof"))
      #expect(!text.contains("119"))
    }
  }
}
