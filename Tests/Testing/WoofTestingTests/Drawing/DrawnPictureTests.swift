// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel
import WoofTesting

struct DrawnPictureTests {
  /// What the service's transformers find in bytes.
  private func findings(_ bytes: [UInt8]) throws -> PhotoFindings {
    var all = PhotoFindings()
    for transformer in ImageTransformers.standard() {
      var inspection = transformer.makeInspection()
      try inspection.consume(bytes.span.bytes)
      all.fill(from: try inspection.finish())
    }
    return all
  }

  @Test(arguments: DrawnPicture.Format.allCases, [(1, 1), (7, 9), (64, 48), (641, 479)])
  func `a drawn picture is valid and has its size`(format: DrawnPicture.Format, size: (Int, Int)) throws {
    let picture = DrawnPicture(format, width: size.0, height: size.1, seed: 11, padding: 100_000)
    let bytes = try picture.bytes()
    let found = try findings(bytes)
    #expect(found.width == size.0)
    #expect(found.height == size.1)
    #expect("\(found.type, default: "")".lowercased().contains(format.rawValue))
    #expect(bytes.count > 100_000)
  }

  @Test(arguments: [DrawnPicture.Format.jpeg, .png, .webp])
  func `metadata look like those of a camera`(format: DrawnPicture.Format) throws {
    let date = try #require(Timestamp("2026-05-01T10:00:00.250Z"))
    let metadata = DrawnPicture.Metadata(
      orientation: 6, takenAt: date, make: "Woof", model: "W1", latitude: -52.5, longitude: 13.25)
    let found = try findings(try DrawnPicture(format, width: 60, height: 40, metadata: metadata).bytes())
    #expect((found.width, found.height) == (40, 60))
    #expect(found.takenAt == date)
    #expect(found.annotations.camera?.make == "Woof")
    #expect(found.annotations.camera?.model == "W1")
    let location = try #require(found.annotations.location)
    #expect(abs(location.latitude + 52.5) < 0.0001)
    #expect(abs(location.longitude - 13.25) < 0.0001)
  }

  @Test func `a GIF has the requested number of frames`() throws {
    let one = try findings(try DrawnPicture(.gif, frameCount: 1).bytes())
    let many = try findings(try DrawnPicture(.gif, frameCount: 12).bytes())
    #expect(!one.annotations.isAnimated)
    #expect(many.annotations.isAnimated)
  }

  @Test(arguments: DrawnPicture.Format.allCases)
  func `one description gives the same bytes, and another seed gives others`(format: DrawnPicture.Format) throws {
    let bytes = try DrawnPicture(format, seed: 5).bytes()
    #expect(try DrawnPicture(format, seed: 5).bytes() == bytes)
    #expect(try DrawnPicture(format, seed: 6).bytes() != bytes)
  }

  @Test func `numbers out of range are refused`() {
    for picture in [
      DrawnPicture(width: 0), DrawnPicture(height: 100_000), DrawnPicture(.gif, frameCount: 0),
      DrawnPicture(padding: -1),
      DrawnPicture(metadata: .init(orientation: 9)),
    ] {
      #expect(throws: HarnessError.self) { try picture.bytes() }
    }
  }
}
