// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

struct PhotoAnnotationsTests {
  @Test func `annotations read back as written`() throws {
    let annotations = PhotoAnnotations(
      orientation: .turnedRight, camera: PhotoCamera(make: "Rex", lensSerialNumber: "7"),
      location: PhotoLocation(latitude: 52.5, longitude: -13.25, altitude: 3), title: "a \"dog\"", creator: "ada",
      keywords: ["dog", "lake"], colourProfile: "sRGB", hasAlpha: true, plugins: ["vips.pages": 3])
    var writer = JSONWriter()
    annotations.write(to: &writer)
    let read = try JSONDecoder().decode(PhotoAnnotations.self, from: Data(writer.bytes))
    #expect(read == annotations)
    #expect(try JSONDecoder().decode(PhotoAnnotations.self, from: try JSONEncoder().encode(annotations)) == annotations)
  }

  @Test func `every annotation can be absent`() throws {
    #expect(try JSONDecoder().decode(PhotoAnnotations.self, from: Data("{}".utf8)) == PhotoAnnotations())
  }
}
