// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTesting
import Testing

@testable import WoofVips

struct LookTests {
  @Test func `a picture of one colour has that average colour and placeholder`() throws {
    let outcome = try VipsPlugin.process("one-colour.png", wantsAnnotations: true)
    #expect(outcome.annotations["averageColour"] == "\"#c8783c\"")
    let hash = try placeholder(of: outcome)
    // ThumbHash: six bits each of lightness and of two differences of colour come first.
    let header = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
    let (red, green, blue) = (200.0 / 255, 120.0 / 255, 60.0 / 255)
    #expect(header & 63 == Int((63 * (red + green + blue) / 3).rounded()))
    #expect(header >> 6 & 63 == Int((31.5 + 31.5 * ((red + green) / 2 - blue)).rounded()))
    #expect(header >> 12 & 63 == Int((31.5 + 31.5 * (red - green)).rounded()))
    #expect(hash[4] >> 7 == 1, "it is wider than high")
    #expect(outcome.annotations["perceptualHash"] == "\"0000000000000000\"")
  }

  @Test func `the placeholder shows colours in their places`() throws {
    let image = ThumbHashImage(try placeholder(of: VipsPlugin.process("halves.png", wantsAnnotations: true)))
    for (x, y) in [(0.2, 0.1), (0.8, 0.2)] {
      let (top, bottom) = (image.colour(x: x, y: y), image.colour(x: x, y: 1 - y))
      #expect(top.red > 0.6 && top.green < 0.4 && top.blue < 0.4, "\(top)")
      #expect(bottom.blue > 0.6 && bottom.green < 0.4 && bottom.red < 0.4, "\(bottom)")
    }
  }

  @Test func `transparent pixels do not affect the average, and show in the placeholder`() throws {
    let outcome = try VipsPlugin.process("alpha.png", wantsAnnotations: true)
    #expect(try placeholder(of: outcome)[2] & 0x80 != 0)
    #expect(try placeholder(of: VipsPlugin.process("plain.png", wantsAnnotations: true))[2] & 0x80 == 0)
    let clear = LookPixels(
      size: PixelSize(width: 2, height: 1),
      pixels: [.init(red: 1, green: 0, blue: 0, alpha: 1), .init(red: 0, green: 1, blue: 0, alpha: 0)])
    #expect(clear.averageColour == "#ff0000")
  }

  @Test func `a picture has the same perceptual hash, however it is stored`() throws {
    let plain = try perceptualHash("truth.png")
    for name in [
      "plain.jpg", "progressive.jpg", "turned-3.jpg", "turned-6.jpg", "turned-8.jpg", "p3.jpg", "adobe.webp",
      "wide.png",
      "palette.png", "plain.gif", "plain.heic", "plain.avif", "small.png", "grey.jpg",
    ] {
      let distance = try (perceptualHash(name) ^ plain).nonzeroBitCount
      #expect(distance <= 8, "\(name): \(distance)")
    }
  }

  @Test func `another picture has another perceptual hash`() throws {
    let plain = try perceptualHash("truth.png")
    #expect(try (perceptualHash("upside-down.png") ^ plain).nonzeroBitCount > 16)
    #expect(try (perceptualHash("one-colour.png") ^ plain).nonzeroBitCount > 16)
  }

  @Test func `annotations are not made unless they are requested`() throws {
    #expect(try VipsPlugin.process("plain.png").annotations.isEmpty)
    #expect(try VipsPlugin.process("plain.png", wantsAnnotations: true).annotations.count == 4)
  }

  @Test(arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func `Base64 matches Foundation's`(text: String) {
    #expect(Base64.text(of: Array(text.utf8)) == Data(text.utf8).base64EncodedString())
  }

  private func placeholder(of outcome: Outcome) throws -> [UInt8] {
    let text = try #require(outcome.annotations["placeholder"]).trimmingCharacters(in: ["\""])
    return Array(try #require(Data(base64Encoded: text)))
  }

  private func perceptualHash(_ name: String) throws -> UInt64 {
    let text = try VipsPlugin.process(name, wantsAnnotations: true).annotations["perceptualHash"] ?? ""
    return try #require(UInt64(text.trimmingCharacters(in: ["\""]), radix: 16))
  }
}

/// Decodes a ThumbHash without alpha, as its public description says, one point at a time.
struct ThumbHashImage {
  private let hash: [UInt8]

  init(_ hash: [UInt8]) { self.hash = hash }

  func colour(x: Double, y: Double) -> (red: Double, green: Double, blue: Double) {
    let header = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
    let second = Int(hash[3]) | Int(hash[4]) << 8
    let isLandscape = second >> 15 != 0
    let columns = max(3, isLandscape ? 7 : second & 7)
    let rows = max(3, isLandscape ? second & 7 : 7)
    var position = 10
    func channel(_ constant: Double, _ scale: Double, _ columns: Int, _ rows: Int) -> Double {
      var value = constant
      for row in 0..<rows {
        for column in 0..<columns where column * rows < columns * (rows - row) && (column, row) != (0, 0) {
          let nibble = Double(hash[position / 2] >> UInt8(position % 2 * 4) & 15)
          position += 1
          value += (nibble / 7.5 - 1) * scale * 2 * cos(.pi * Double(column) * x) * cos(.pi * Double(row) * y)
        }
      }
      return value
    }
    let light = channel(Double(header & 63) / 63, Double(header >> 18 & 31) / 31, columns, rows)
    let yellow = channel(Double(header >> 6 & 63) / 31.5 - 1, Double(second >> 3 & 63) / 63 * 1.25, 3, 3)
    let redder = channel(Double(header >> 12 & 63) / 31.5 - 1, Double(second >> 9 & 63) / 63 * 1.25, 3, 3)
    let blue = light - 2.0 / 3 * yellow
    let red = (3 * light - blue + redder) / 2
    return (red, red - redder, blue)
  }
}
