import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTerminal

@testable import DogsCommands
@testable import TestSupport

@Suite struct `Drawing photos` {
  private func drawing(_ picture: PictureProtocol) throws -> PictureDrawing {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    return PictureDrawing(
      client: WoofClient(baseURL: url, retryPolicy: .never),
      screen: PictureScreen(picture: picture, size: TerminalSize(columns: 10, rows: 8), colours: .full))
  }

  private func photo(placeholder: String?) throws -> PhotoMetadata {
    let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef)
    return PhotoMetadata(
      id: id, owner: "ada", contentType: .jpeg, byteCount: 1, digest: try HostileService.digest(of: [1]), width: 300,
      height: 400, createdAt: id.createdAt, placeholder: placeholder)
  }

  @Test func `without a decoder the placeholder is drawn, and said to be one`() async throws {
    let drawn = try await drawing(.blocks).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    #expect(drawn.text.split(separator: "\n").count == 5)
    #expect(drawn.text.contains("▀"))
    #expect(drawn.remark?.contains("dogs fetch 0193a7b2-c4d5-7e6f-8123-456789abcdef -o FILE") == true)
  }

  @Test(arguments: [nil, "", "!!", "AAAA"])
  func `a placeholder that is none is said to be missing`(text: String?) async throws {
    let drawn = try await drawing(.sixel).draw(try photo(placeholder: text))
    #expect(drawn.text.isEmpty)
    #expect(drawn.remark?.contains("has no placeholder") == true)
  }

  @Test func `nothing is drawn where nothing can be`() async throws {
    #expect(try await drawing(.none).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI")).text.isEmpty)
  }

  @Test(arguments: [(PictureProtocol.kitty, "\u{1B}_Ga=T,f=32,"), (.sixel, "\u{1B}P0;1;0q")])
  func `each protocol gets its own`(picture: PictureProtocol, start: String) async throws {
    let drawn = try await drawing(picture).draw(try photo(placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    #expect(drawn.text.hasPrefix(start))
  }
}
