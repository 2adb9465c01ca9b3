// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing
import WoofModel

@testable import WoofVips

struct PartHashTests {
  private func hashes(_ name: String) throws -> PartHashes {
    let text = try VipsPlugin.process(name, wantsAnnotations: true).annotations["partHashes"] ?? ""
    let digits = Array(text.utf8.filter { $0 != UInt8(ascii: "\"") })
    let values = stride(from: 0, to: digits.count, by: 16).compactMap {
      UInt64(String(decoding: digits[$0..<min(digits.count, $0 + 16)], as: UTF8.self), radix: 16)
    }
    return try #require(PartHashes(values), "\(text)")
  }

  @Test(arguments: [
    "plain.jpg", "small.png", "grey.jpg", "plain.webp", "cropped.jpg", "cut-corner.jpg", "cut-side.jpg", "square.jpg",
    "mirrored.jpg", "mirrored-crop.jpg",
  ])
  func `a picture has the same part hashes when stored otherwise, cropped or mirrored`(name: String) throws {
    let (original, other) = (try hashes("truth.png"), try hashes(name))
    #expect(original.distance(to: other) != nil && other.distance(to: original) != nil)
    var index = IndexOfOne(original)
    #expect(index.finds(other))
    index = IndexOfOne(other)
    #expect(index.finds(original))
  }

  @Test(arguments: ["upside-down.png", "halves.png", "one-colour.png", "blue.png"])
  func `another picture has other part hashes`(name: String) throws {
    #expect(try hashes("truth.png").distance(to: hashes(name)) == nil)
  }

  @Test func `a plain or tiny picture has no part hashes`() throws {
    for name in ["one-colour.png", "one-pixel.png"] { #expect(try hashes(name).values.allSatisfy { $0 == 0 }) }
  }

  @Test func `the hash of a mirrored window is the mirrored hash`() throws {
    let (original, mirrored) = (try hashes("truth.png"), try hashes("mirrored.png"))
    #expect(zip([2, 1, 0], 0..<3).allSatisfy { PartHashes.mirrored(original.values[$0]) == mirrored.values[$1] })
  }

  @Test func `samples are the means of the covered pixels`() {
    let pixels = (0..<16).map { index in
      LookPixels.Pixel(red: Float(index), green: Float(index), blue: Float(index), alpha: 1)
    }
    let plane = GreyPlane(LookPixels(size: PixelSize(width: 4, height: 4), pixels: pixels))
    let halves = plane.samples(left: 0, top: 0, side: 4, count: 2)
    #expect(zip(halves, [2.5, 4.5, 10.5, 12.5]).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(abs(plane.samples(left: 0.5, top: 0, side: 1, count: 1)[0] - 0.5) < 0.001)
    #expect(abs(plane.samples(left: 3, top: 3, side: 1, count: 2)[3] - 15) < 0.001)
  }
}

/// An index of one picture, which tells if it finds another picture by its windows.
private struct IndexOfOne {
  private let hashes: [UInt64]

  init(_ parts: PartHashes) { hashes = PartHashes.indexed.map { parts.values[$0] } }

  func finds(_ parts: PartHashes) -> Bool {
    PartHashes.asked.contains { window in
      [parts.values[window], PartHashes.mirrored(parts.values[window])].contains { hash in
        hashes.contains { $0 != 0 && ($0 ^ hash).nonzeroBitCount <= PartHashes.greatestDistance }
      }
    }
  }
}
