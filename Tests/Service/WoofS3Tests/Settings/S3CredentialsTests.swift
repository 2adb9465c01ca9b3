// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofS3

@Suite struct S3CredentialsTests {
  private let credentials: S3Credentials

  init() throws {
    credentials = try S3Credentials(accessKey: "AKIDSHOWN", secret: "hiddensecret", sessionToken: "hiddentoken")
  }

  @Test func `no description, reflection or dump shows them`() {
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(SigV4Signer(credentials, region: "r"), to: &dumped)
    let texts = ["\(credentials)", String(reflecting: credentials), "\(SigV4Signer(credentials, region: "r"))", dumped]
    for text in texts {
      #expect(!text.contains("AKIDSHOWN"))
      #expect(!text.contains("hidden"))
    }
  }

  @Test func `what a service says is freed of them`() {
    #expect(
      credentials.redacting("AKIDSHOWN is signed by hiddensecret, with hiddentoken") == "… is signed by …, with …")
  }

  @Test(arguments: ["", "with space", "line\n", "per/cent,", "\u{E9}"])
  func `an access key that cannot be sent is refused, without being repeated`(_ key: String) {
    let error = #expect(throws: S3SettingError.self) { try S3Credentials(accessKey: key, secret: "s") }
    if !key.isEmpty { #expect(error?.description.contains(key) == false) }
  }

  @Test func `a secret with the end of its line is refused, without being repeated`() {
    let error = #expect(throws: S3SettingError.self) { try S3Credentials(accessKey: "k", secret: "hidden\n") }
    #expect(error?.description.contains("hidden") == false)
  }
}
