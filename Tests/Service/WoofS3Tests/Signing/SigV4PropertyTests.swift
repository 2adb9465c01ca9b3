// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofS3

@Suite struct SigV4PropertyTests {
  private static let letters: [Character] = Array("abcXYZ019-._~ /+%&=?;:\u{E9}\u{1234}\u{1F415}\"")

  private func word(_ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 1...12, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? "a" })
  }

  private func request(_ random: inout SeededGenerator) -> SigV4Request {
    SigV4Request(
      method: ["GET", "PUT", "HEAD"].randomElement(using: &random) ?? "GET",
      path: "/" + SigV4Request.encoded(word(&random)),
      query: (0..<Int.random(in: 0...4, using: &random)).map { _ in (word(&random), word(&random)) },
      fields: [("Host", "example.com")]
        + (0..<Int.random(in: 0...4, using: &random)).map { ("X-Field-\($0)", word(&random)) })
  }

  private func signature(_ request: SigV4Request, at seconds: Int64 = 1_700_000_000, secret: String = "s") throws
    -> String
  {
    var signer = SigV4Signer(try S3Credentials(accessKey: "k", secret: secret), region: "r")
    return signer.fields(for: request, at: SigV4Time(secondsSince1970: seconds)).last?.value ?? ""
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `the order of query and fields does not matter, every part does`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let original = request(&random)
    let expected = try signature(original)
    var shuffled = original
    shuffled.query.shuffle(using: &random)
    shuffled.fields.shuffle(using: &random)
    #expect(try signature(shuffled) == expected)
    #expect(shuffled.canonicalQuery == original.canonicalQuery)

    var changes = [original, original, original, original, original]
    changes[0].path += "x"
    changes[1].query.append((word(&random), "1"))
    changes[2].fields.append(("X-Other", "1"))
    changes[3].contentDigest = SigV4Request.unsignedContent
    changes[4].method = "DELETE"
    for change in changes { #expect(try signature(change) != expected) }
    #expect(try signature(original, at: 1_700_000_001) != expected)
    #expect(try signature(original, secret: "t") != expected)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what the query encodes is decoded to what was given`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let request = request(&random)
    let pairs = request.canonicalQuery.split(separator: "&").map { pair in
      pair.split(separator: "=", omittingEmptySubsequences: false).map { String($0).removingPercentEncoding ?? "?" }
    }
    let given = request.query.map { [$0.name, $0.value] }
    #expect(Set(pairs) == Set(given))
    #expect(pairs.count == given.count)
  }

  @Test func `the key of a day is kept, and made anew for the next`() throws {
    let request = SigV4Request(method: "GET", path: "/", fields: [("Host", "example.com")])
    var kept = SigV4Signer(try S3Credentials(accessKey: "k", secret: "s"), region: "r")
    for seconds: Int64 in [0, 86_399, 86_400, 0, 172_800] {
      let time = SigV4Time(secondsSince1970: seconds)
      var fresh = SigV4Signer(try S3Credentials(accessKey: "k", secret: "s"), region: "r")
      #expect(kept.fields(for: request, at: time).last?.value == fresh.fields(for: request, at: time).last?.value)
    }
  }

  @Test func `a signing key is that of the documentation`() {
    let scope = SigV4Scope(day: "20150830", region: "us-east-1", service: "iam")
    let key = SigV4SigningKey(secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", scope: scope)
    #expect(hexadecimal(key.bytes) == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
  }

  @Test(
    arguments: [
      (0, "19700101T000000Z"), (951_827_696, "20000229T123456Z"), (1_369_353_600, "20130524T000000Z"),
      (253_402_300_799, "99991231T235959Z"),
    ] as [(Int64, String)])
  func `times are written without separators`(_ seconds: Int64, _ text: String) {
    #expect(SigV4Time(secondsSince1970: seconds).stamp == text)
    #expect(SigV4Time(secondsSince1970: seconds).day == text.prefix(8))
  }
}
