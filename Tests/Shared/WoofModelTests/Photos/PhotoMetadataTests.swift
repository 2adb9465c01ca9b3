// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct PhotoMetadataTests {
  private let digest = "sha256-ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"

  private var full: String {
    """
    {
      "id": "0193a7b2-c4d5-7e6f-8123-456789abcdef", "owner": "ada", "caption": "Rex at the lake",
      "visibility": "public", "contentType": "image/jpeg", "byteCount": 482133, "digest": "\(digest)",
      "width": 4032, "height": 3024, "takenAt": "2026-05-01T10:00:00.000Z", "createdAt": "2026-05-02T08:30:00.250Z",
      "placeholder": "3OcRJYB4d3h/iIeHeEh3eIhw+j2w", "averageColour": "#8a7f66",
      "favouriteCount": 12, "isFavourite": false,
      "variants": {"thumb": {"width": 256, "height": 192, "contentType": "image/webp", "digest": "\(digest)"}},
      "version": 7, "deleted": false
    }
    """
  }

  private func decode(_ json: String) throws -> PhotoMetadata {
    try JSONDecoder().decode(PhotoMetadata.self, from: Data(json.utf8))
  }

  @Test func `the contract's example is read member by member`() throws {
    let photo = try decode(full)
    #expect(photo.id == PhotoID("0193a7b2-c4d5-7e6f-8123-456789abcdef"))
    #expect(photo.owner == "ada")
    #expect(photo.caption == "Rex at the lake")
    #expect(photo.visibility == .public)
    #expect(photo.contentType == .jpeg)
    #expect(photo.byteCount == 482_133)
    #expect(photo.digest.description == digest)
    #expect((photo.width, photo.height) == (4032, 3024))
    #expect(photo.takenAt?.description == "2026-05-01T10:00:00.000Z")
    #expect(photo.createdAt.description == "2026-05-02T08:30:00.250Z")
    #expect(photo.placeholder == "3OcRJYB4d3h/iIeHeEh3eIhw+j2w")
    #expect(photo.averageColour == "#8a7f66")
    #expect(photo.favouriteCount == 12)
    #expect(photo.isFavourite == false)
    let thumb = try #require(photo.variants?["thumb"])
    #expect(thumb == PhotoVariant(width: 256, height: 192, contentType: .webp, digest: photo.digest))
    #expect(photo.version == 7)
    #expect(!photo.deleted)
  }

  @Test func `members of later versions or for signed-in readers can be absent`() throws {
    let photo = try decode(
      """
      {"id": "0193a7b2-c4d5-7e6f-8123-456789abcdef", "owner": "ada", "caption": "", "visibility": "unlisted",
       "contentType": "image/avif", "byteCount": 1, "digest": "\(digest)", "width": 1, "height": 1,
       "createdAt": "2026-05-02T08:30:00.250Z", "favouriteCount": 0, "version": 1, "deleted": false}
      """)
    #expect(photo.takenAt == nil)
    #expect(photo.placeholder == nil)
    #expect(photo.averageColour == nil)
    #expect(photo.isFavourite == nil)
    #expect(photo.variants == nil)
  }

  @Test func `an unknown member is ignored`() throws {
    let newer = full.replacing("\"version\": 7", with: "\"version\": 7, \"paws\": [4]")
    #expect(try decode(newer) == decode(full))
  }

  @Test func `an unknown format is kept`() throws {
    let photo = try decode(full.replacing("image/jpeg", with: "image/jxl"))
    #expect(photo.contentType == MediaType(rawValue: "image/jxl"))
    #expect(photo.contentType.imageType == nil)
  }

  @Test func `an unknown visibility counts as the strictest`() throws {
    #expect(try decode(full.replacing("\"public\"", with: "\"friends\"")).visibility == .private)
  }

  @Test func `an unknown kind of change counts as a change of the photo`() throws {
    #expect(
      try JSONDecoder().decode([ChangeKind].self, from: Data(#"["album","deleted"]"#.utf8)) == [.photo, .deleted])
  }

  @Test(arguments: [
    ("\"public\"", "7"), ("\"image/jpeg\"", "7"), ("482133", "482133.5"), ("482133", "\"482133\""),
    ("2026-05-01T10:00:00.000Z", "2026-05-01"), ("\"version\": 7", "\"version\": 9223372036854775808"),
    ("0193a7b2-c4d5-7e6f-8123-456789abcdef", "0193A7B2-C4D5-7E6F-8123-456789ABCDEF"), ("\"caption\"", "\"title\""),
  ])
  func `a member of another type or form is refused`(right: String, wrong: String) {
    #expect(throws: DecodingError.self) { try decode(full.replacing(right, with: wrong)) }
  }

  @Test func `metadata that is written reads back the same`() throws {
    let photo = try decode(full)
    #expect(try JSONDecoder().decode(PhotoMetadata.self, from: JSONEncoder().encode(photo)) == photo)
  }

  @Test func `members without a value are not written`() throws {
    var photo = try decode(full)
    photo.takenAt = nil
    photo.isFavourite = nil
    let text = String(decoding: try JSONEncoder().encode(photo), as: UTF8.self)
    #expect(!text.contains("takenAt"))
    #expect(!text.contains("isFavourite"))
  }
}

@Suite struct ImageTypeTests {
  @Test func `each format has its own media type and file extension`() {
    #expect(Set(ImageType.allCases.map(\.mediaType)).count == ImageType.allCases.count)
    #expect(Set(ImageType.allCases.map(\.fileExtension)).count == ImageType.allCases.count)
    #expect(ImageType.allCases.allSatisfy { $0.mediaType.hasPrefix("image/") })
  }
}
