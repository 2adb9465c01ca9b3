// SPDX-License-Identifier: Apache-2.0

import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// A service that compresses, seen through the SDK, the journal and faults.
struct CompressedServiceTests {
  private static let caption = String(repeating: "Rex at the lake. ", count: 110)

  @Test(arguments: HarnessProtocol.allCases)
  func `the SDK reads what is compressed, and changes what it has read`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.compressesResponses = true }) { woof, photo in
      let client = woof.client(as: "ada")
      try await client.editPhoto(photo, caption: Self.caption)
      let version = try await client.versionedPhoto(photo)
      #expect(version.photo.caption == Self.caption && version.entityTag.hasSuffix("+gzip\""))
      let edited = try await client.editPhoto(photo, caption: "Rex", ifMatching: version.entityTag)
      #expect(edited.caption == "Rex")
      let late = try await failure {
        try await client.editPhoto(photo, caption: "Max", ifMatching: version.entityTag)
      }
      #expect(late.code == .preconditionFailed)
      for seed in 10..<20 { _ = try await woof.addPhoto(DrawnPicture(.png, seed: UInt64(seed)), by: "ada") }
      var count = 0
      for try await _ in client.photos() { count += 1 }
      #expect(count == 11)
      let encodings = woof.journal.exchanges.map { $0.response?.fields["content-encoding"] }
      #expect(encodings.contains("gzip") && encodings.contains(nil))
    }
  }

  @Test func `a harness keeps bodies that can be read, unless it is to compress`() async throws {
    try await withHarness { woof, photo in
      let client = woof.client(as: "ada")
      try await client.editPhoto(photo, caption: Self.caption)
      _ = try await client.photo(photo)
      let responses = woof.journal.exchanges.compactMap(\.response)
      #expect(responses.allSatisfy { $0.fields["Content-Encoding"] == nil })
      #expect(responses.last?.body.text.contains("Rex at the lake") == true)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a compressed body that is cut or damaged is an error`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.compressesResponses = true }) { woof, photo in
      try await woof.client(as: "ada").editPhoto(photo, caption: Self.caption)
      let client = woof.client(as: "ada", retryPolicy: .never)
      for fault in [Fault.cut(.response, after: 40, by: .close), .corruptByte(.response, at: 40)] {
        try woof.faults.inject(fault, into: .get("/v1/photos/*"), count: 1)
        _ = try await failure { _ = try await client.photo(photo) }
      }
      let found = try await client.photo(photo)
      #expect(found.caption == Self.caption)
    }
  }
}
