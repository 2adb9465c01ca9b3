// SPDX-License-Identifier: Apache-2.0

import PluginPictures
import Testing
import WoofCryptography
import WoofModel
import WoofTerminal

@testable import TestKit
@testable import TestPictures

@Suite struct `Drawing photos with a plugin` {
  private let screen = PictureScreen(picture: .kitty, size: TerminalSize(columns: 10, rows: 8), colours: .full)

  private func photo(_ bytes: [UInt8]) throws -> PhotoMetadata {
    let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef)
    return PhotoMetadata(
      id: id, owner: "ada", contentType: .png, byteCount: Int64(bytes.count),
      digest: try #require(Digest(SHA256.digest(of: bytes))), width: 60, height: 40, createdAt: id.createdAt)
  }

  @Test func `a photo that needs no decoding is drawn without a plugin`() async throws {
    let bytes = SamplePNG().bytes
    let drawn = try await PictureDrawing.draw(try photo(bytes), on: screen, advice: "get it by: fetch") { _ in bytes }
    #expect(drawn.text.hasPrefix("\u{1B}_Ga=T,f=100,"))
    #expect(drawn.remark == nil)
  }

  @Test func `an error of fetching is thrown`() async throws {
    let photo = try photo(SamplePNG().bytes)
    await #expect(throws: TestFailure.self) {
      try await PictureDrawing.draw(photo, on: screen, advice: "get it by: fetch") { _ in
        throw TestFailure("the service is away")
      }
    }
  }
}
