// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@Suite struct MediaTypeTests {
  @Test(arguments: ImageType.allCases)
  func `the media type of a format gives that format`(type: ImageType) {
    #expect(MediaType(type).imageType == type)
    #expect(MediaType(type).description == type.mediaType)
  }

  @Test func `a media type of a later version is kept`() {
    let type = MediaType(rawValue: "image/jxl")
    #expect(type.imageType == nil)
    #expect(type.rawValue == "image/jxl")
    #expect(type != .jpeg)
  }
}
