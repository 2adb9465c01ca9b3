// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel
import WoofTerminal

@testable import TestKit

@Suite struct `Drawing photos` {
  private func drawing(_ picture: PictureProtocol) throws -> PictureDrawing {
    let screen = PictureScreen(picture: picture, size: TerminalSize(columns: 10, rows: 8), colours: .full)
    return PictureDrawing(on: screen, advice: "get it by: fetch") { _ in throw TestFailure("nothing is fetched") }
  }

  private func photo(placeholder: String?) throws -> PhotoMetadata {
    let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef)
    return PhotoMetadata(
      id: id, owner: "ada", contentType: .jpeg, byteCount: 1, digest: try #require(Digest(SHA256.digest(of: [1]))),
      width: 300,
      height: 400, createdAt: id.createdAt, placeholder: placeholder)
  }

  @Test func `without a decoder the placeholder is drawn and named as such`() async throws {
    let drawn = try await drawing(.blocks).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    #expect(drawn.text.split(separator: "\n").count == 5)
    #expect(drawn.text.contains("▀"))
    #expect(drawn.remark?.contains("get it by: fetch") == true)
  }

  @Test(arguments: [nil, "", "!!", "AAAA"])
  func `a malformed placeholder is reported as missing`(text: String?) async throws {
    let drawn = try await drawing(.sixel).draw(try photo(placeholder: text))
    #expect(drawn.text.isEmpty)
    #expect(drawn.remark?.contains("has no placeholder") == true)
  }

  @Test func `a terminal without pictures gets none`() async throws {
    #expect(try await drawing(.none).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI")).text.isEmpty)
  }

  @Test(arguments: [(PictureProtocol.kitty, "\u{1B}_Ga=T,f=32,"), (.sixel, "\u{1B}P0;1;0q")])
  func `each protocol gets its own sequence`(picture: PictureProtocol, start: String) async throws {
    let drawn = try await drawing(picture).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    #expect(drawn.text.hasPrefix(start))
  }
}
