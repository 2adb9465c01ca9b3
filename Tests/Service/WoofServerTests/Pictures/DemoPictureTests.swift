// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit

/// The demo with the plugin that decodes, as `script/server` runs it, where both have been made.
struct DemoPictureTests {
  private static let samples = DemoProgram.samples

  /// Starts the demo with the sealed plugin, and with the one variant that an upload's response waits for.
  private static func serve(in folder: TemporaryFolder) async throws -> ServingProgram {
    try await DemoProgram.serve(
      in: folder, pictures: #"variants: [{name: "thumb", size: "256x256", format: "webp", quality: 80}]"#)
  }

  /// A JPEG file with a comment: another file, and the same picture.
  private static func remarked(_ picture: [UInt8]) -> [UInt8] {
    Array(picture.prefix(2)) + [0xFF, 0xFE, 0, 6, 0x77, 0x6F, 0x6F, 0x66] + picture.dropFirst(2)
  }

  @Test(
    .enabled(if: access(Program.built("libWoofVips.so"), R_OK) == 0),
    .enabled(if: access("\(samples)/samples.json", R_OK) == 0, "draw the samples by script/samples"),
    .timeLimit(.minutes(2)))
  func `the photos of the demo have placeholders, thumbnails and hashes`() async throws {
    let folder = try TemporaryFolder()
    let peanut = try [UInt8](contentsOfFile: "\(Self.samples)/peanut.jpg")
    try await blocking {
      let serving = try await Self.serve(in: folder)
      let dog = serving.client(Credential("dog", "woof"))
      var photos: [JSONValue] = []
      try await eventually {
        photos = try dog.get("/v1/me/photos?limit=100").member("items").items
        return !photos.isEmpty
          && photos.allSatisfy { $0["placeholder"].text != nil && $0["variants"]["thumb"]["digest"].text != nil }
      }
      for photo in photos {
        let thumb = try dog.get("/v1/photos/\(photo["id"].text ?? "")/variants/thumb")
        #expect(thumb.status == 200 && thumb["Content-Type"] == "image/webp", "\(photo["caption"].text ?? "")")
        #expect(photo["averageColour"].text?.count == 7)
      }
      let original = try #require(photos.first(where: { $0["byteCount"].integer == Int64(peanut.count) })?["id"].text)
      let copy = try #require(try dog.add(Self.remarked(peanut))["id"].text)
      try await eventually { try dog.ids("/v1/me/photos?similarTo=\(copy)") == [original] }
      #expect(try await serving.stop().code == 0)
    }
  }
}
