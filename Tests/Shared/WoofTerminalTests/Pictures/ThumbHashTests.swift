// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofSystem

@testable import TestKit
@testable import WoofTerminal

@Suite struct ThumbHashTests {
  /// A hash of one colour, as whoever makes one writes it: means, and no scale for what differs from them.
  private func flat(_ light: Int, _ yellow: Int, _ red: Int, landscape: Bool = true, short: Int = 5) -> [UInt8] {
    let head = light | yellow << 6 | red << 12
    let shape = short | (landscape ? 1 << 15 : 0)
    let weights = [UInt8](repeating: 0x77, count: 19)
    return [head, head >> 8, head >> 16, shape, shape >> 8].map { UInt8($0 & 0xFF) } + weights
  }

  @Test func `the hash of one colour gives that colour everywhere`() throws {
    let hash = try #require(ThumbHash(flat(63, 0, 0)))
    // Lightness 1, both colours at -1: blue is 1 + 2/3, the others follow.
    let pixels = hash.pixels(width: 4, height: 3)
    #expect(Set((0..<12).map { pixels[$0 % 4, $0 / 4] }).count == 1)
    #expect(pixels[0, 0] == PixelImage.Pixel(red: 43, green: 255, blue: 255))
  }

  @Test(arguments: [(true, 5, 7.0 / 5), (false, 5, 5.0 / 7), (true, 0, 7.0), (true, 7, 1.0)])
  func `the aspect ratio is read`(landscape: Bool, short: Int, ratio: Double) throws {
    #expect(try #require(ThumbHash(flat(31, 31, 31, landscape: landscape, short: short))).aspectRatio == ratio)
  }

  @Test func `a published hash gives the colours of its picture`() throws {
    // The picture of the algorithm's own page: a sunrise above the sea.
    let bytes = try #require(Base64.decode("1QcSHQRnh493V4dIh4eXh1h4kJUI".utf8, as: .standard))
    let hash = try #require(ThumbHash(bytes))
    #expect(hash.aspectRatio < 1)
    let pixels = hash.pixels(width: 23, height: 32)
    let (top, bottom) = (pixels[11, 2], pixels[11, 29])
    #expect(pixels.bytes.count == 23 * 32 * 4)
    #expect(top != bottom)
    #expect((0..<23 * 32).allSatisfy { pixels[$0 % 23, $0 / 23].opacity == 255 })
  }

  @Test func `opacity is read if the hash has it`() throws {
    var bytes = flat(32, 31, 31)
    bytes[2] |= 0x80
    bytes.insert(0x00, at: 5)
    bytes += [UInt8](repeating: 0x77, count: 8)
    #expect(try #require(ThumbHash(bytes)).pixels(width: 2, height: 2)[0, 0].opacity == 0)
  }

  @Test func `any prefix of a hash, and any bytes, are decoded or refused`() throws {
    let whole = try #require(Base64.decode("1QcSHQRnh493V4dIh4eXh1h4kJUI".utf8, as: .standard))
    for count in 0..<whole.count - 1 { #expect(ThumbHash(Array(whole.prefix(count))) == nil) }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let bytes = (0..<Int(generator.next() % 32)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      guard let hash = ThumbHash(bytes) else { continue }
      #expect(hash.pixels(width: 3, height: 2).bytes.count == 24)
    }
  }
}
