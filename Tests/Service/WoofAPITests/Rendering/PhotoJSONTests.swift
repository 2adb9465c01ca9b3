// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

@Suite struct PhotoJSONTests {
  private func decode(_ bytes: [UInt8]) throws -> PhotoMetadata {
    try JSONDecoder().decode(PhotoMetadata.self, from: Data(bytes))
  }

  @Test(arguments: ["", "Rex", "a \"b\" \\ c / 🐶 é", "<script>&"])
  func `metadata decodes to the record that it encodes`(_ caption: String) throws {
    var record = try PhotoRecord.sample(caption: caption, favouriteCount: 3, version: 9)
    record.original.takenAt = Timestamp(milliseconds: 1)
    record.averageColour = "#8a7f66"
    record.variants = [
      "thumb": PhotoRecord.Variant(
        digest: record.original.digest, byteCount: 3, type: .webp, width: 1, height: 2,
        specification: "inside-256x256-image/webp-80", transformers: "sample/1")
    ]
    let metadata = try decode(PhotoJSON.bytes(of: record, isFavourite: true))
    #expect(metadata.id == record.id)
    #expect(metadata.owner == "ada")
    #expect(metadata.caption == caption)
    #expect(metadata.digest == record.original.digest)
    #expect(metadata.takenAt == record.original.takenAt)
    #expect(metadata.createdAt == record.createdAt)
    #expect(
      metadata.variants == [
        "thumb": PhotoVariant(width: 1, height: 2, contentType: .webp, digest: record.original.digest)
      ])
    #expect(metadata.favouriteCount == 3)
    #expect(metadata.version == 9)
    #expect(metadata.revision == 1)
    #expect(metadata.isFavourite == true)
    #expect(!metadata.deleted)
  }

  @Test func `a reader that is not signed in gets no isFavourite`() throws {
    #expect(try decode(PhotoJSON.bytes(of: .sample(), isFavourite: nil)).isFavourite == nil)
  }

  @Test func `a withdrawn photo shows only its name and version`() throws {
    var writer = JSONWriter()
    PhotoJSON.writeWithdrawal(
      of: try .sample(caption: "secret"), token: ChangeToken(rawValue: "t"), for: .everybody, to: &writer)
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(writer.bytes))
    guard case .object(let members) = value else {
      Issue.record("not an object")
      return
    }
    #expect(Set(members.keys) == ["change", "kind", "reason", "id", "version", "deleted"])
  }

  @Test(
    arguments: [
      (false, ChangeView.visible(.deleted), "deleted"), (true, .visible(.deleted), "account-deleted"),
      (false, .withdrawn, "hidden"), (true, .withdrawn, "hidden"), (false, .visible(.photo), nil),
    ] as [(Bool, ChangeView, String?)])
  func `a change says why a photo is gone`(withAccount: Bool, view: ChangeView, reason: String?) throws {
    var record = try PhotoRecord.sample()
    record.isDeletedWithAccount = withAccount
    let item = FeedItem(change: FeedChange(record), view: view, position: .upToDate(1))
    var writer = JSONWriter()
    item.writeJSON(token: ChangeToken(rawValue: "t"), for: .everybody, to: &writer)
    guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: Data(writer.bytes)) else {
      Issue.record("not an object")
      return
    }
    #expect(members["reason"] == reason.map { .string($0) })
  }
}
