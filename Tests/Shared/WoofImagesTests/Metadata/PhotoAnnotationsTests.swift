// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

struct PhotoAnnotationsTests {
  @Test func `the first source of a value counts, and others add missing ones`() {
    var first = PhotoAnnotations(
      orientation: .upsideDown, camera: PhotoCamera(make: "Woof Optics"), title: "Bella", hasAlpha: true)
    first.fill(
      from: PhotoAnnotations(
        orientation: .upright, camera: PhotoCamera(make: "Other", model: "Retriever"), title: "Other",
        summary: "In the snow",
        keywords: ["dog"], isAnimated: true))
    #expect(
      first
        == PhotoAnnotations(
          orientation: .upsideDown, camera: PhotoCamera(make: "Woof Optics", model: "Retriever"), title: "Bella",
          summary: "In the snow", keywords: ["dog"], hasAlpha: true, isAnimated: true))
  }

  @Test(arguments: [(90.1, 0.0), (-90.1, 0), (0, 180.1), (0, -180.1), (.nan, 0), (0, .infinity)])
  func `a location off the Earth is ignored`(latitude: Double, longitude: Double) {
    #expect(PhotoLocation(latitude: latitude, longitude: longitude) == nil)
  }

  @Test func `an altitude that is not a number is left out`() {
    #expect(PhotoLocation(latitude: 1, longitude: 2, altitude: .nan) == PhotoLocation(latitude: 1, longitude: 2))
  }
}
