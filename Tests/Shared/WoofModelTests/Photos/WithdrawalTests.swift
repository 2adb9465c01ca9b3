// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct WithdrawalTests {
  private let text =
    #"{"id":"0193a7b2-c4d5-7e6f-8123-456789abcdef","version":8,"deleted":true,"change":"T","kind":"deleted"}"#

  private func decode(_ json: String) throws -> PhotoMetadata {
    try JSONDecoder().decode(PhotoMetadata.self, from: Data(json.utf8))
  }

  @Test func `a withdrawn photo is read as deleted and without content`() throws {
    let photo = try decode(text)
    #expect(photo.isWithdrawn)
    #expect(photo.deleted)
    #expect(photo.id == PhotoID("0193a7b2-c4d5-7e6f-8123-456789abcdef"))
    #expect(photo.version == 8)
    #expect(photo.byteCount == 0)
    #expect(photo.digest.hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(photo.owner.isEmpty)
  }

  @Test func `the id of a withdrawn photo still tells when the photo came in`() throws {
    #expect(try decode(text).createdAt.description == "2024-12-08T19:15:31.157Z")
  }

  @Test func `a photo that is not withdrawn must have every member`() {
    #expect(throws: DecodingError.self) { try decode(text.replacing("true", with: "false")) }
  }

  @Test func `a photo without a version is refused`() {
    #expect(throws: DecodingError.self) { try decode(text.replacing("\"version\":8,", with: "")) }
  }

  @Test func `a withdrawn photo reads back as written`() throws {
    let photo = try decode(text)
    #expect(try JSONDecoder().decode(PhotoMetadata.self, from: JSONEncoder().encode(photo)) == photo)
  }
}
