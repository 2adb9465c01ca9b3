// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing

struct ColourTests {
  /// A picture, and by how much what is made of it may differ from the truth: in the mean, and in the worst field.
  struct Stored: CustomTestStringConvertible {
    let name: String
    var truth = "truth.png"
    var mean = 2.5
    var worst = 6.0

    var testDescription: String { name }
  }

  /// Every way of storing the scene. What loses colours itself is compared with what it stores.
  static let all: [Stored] =
    (1...8).map { Stored(name: "turned-\($0).jpg") }
    + ["plain.jpg", "progressive.jpg", "full-chroma.jpg", "turned-6.webp", "turned-6.png"].map { Stored(name: $0) }
    + ["p3", "adobe"].flatMap { space in ["jpg", "png", "webp"].map { Stored(name: "\(space).\($0)") } }
    + ["plain.png", "wide.png", "plain.webp", "lossless.webp"].map { Stored(name: $0) }
    + ["wrong-profile.jpg"].map { Stored(name: $0) }
    + ["grey.jpg", "unfit-profile.jpg", "grey.png", "wide-grey.png"].map { Stored(name: $0, truth: "grey.png") }
    + ["palette.png", "plain.gif"].map { Stored(name: $0, truth: $0) }
    + [Stored(name: "animated.gif", truth: "plain.gif"), Stored(name: "animated.webp")]
    + ["alpha.png", "alpha.webp", "wide-alpha.png", "alpha.heic"].map { Stored(name: $0, truth: "alpha.png") }
    + [Stored(name: "two-colours.png", truth: "two-colours.png", mean: 5, worst: 8)]
    + [Stored(name: "grey-alpha.png", truth: "grey-alpha.png")]
    + ["plain.heic", "p3.heic", "plain.avif", "p3.avif"].map { Stored(name: $0, mean: 4, worst: 8) }
    + ["usual-gamma.png", "gamma.png", "strange-colours.png"].map { Stored(name: $0) }
    // Their curve is the power 2.2, and is taken for that of sRGB.
    + ["primaries.png", "coded-p3.png"].map { Stored(name: $0, mean: 3, worst: 7) }
    + [
      Stored(name: "grey-gamma.png", truth: "grey.png"), Stored(name: "alpha-gamma.png", truth: "alpha.png"),
    ]
    + ["pq.png", "hlg.png"].map { Stored(name: $0, truth: "dim.png") }
    + ["pq.avif", "hlg.avif"].map { Stored(name: $0, truth: "dim.png", mean: 4, worst: 8) }
    // Pillow's inks are made up; libvips takes them for those of a press, whose colours are not so bright.
    + [Stored(name: "cmyk.jpg", mean: 30, worst: 70)]

  @Test func `an image is upright, has the picture's colours and no metadata, however it is stored`()
    throws
  {
    let wishes = [
      Wish("thumb", "image/webp", 256, 256, quality: 90), Wish("flat", "image/jpeg", 256, 256, quality: 90),
      Wish("exact", "image/png", 300, 300),
    ]
    var pairs: [(derived: [UInt8], ending: String, truth: String)] = []
    for stored in Self.all {
      let outcome = try VipsPlugin.process(stored.name, wanting: wishes)
      #expect(outcome.isAccepted, "\(stored.name): \(outcome.refusal ?? "") \(outcome.log)")
      let endings = ["thumb": "webp", "exact": "png"]
      for (name, ending) in endings.sorted(by: { $0.key > $1.key }) {
        pairs.append((outcome.images[name]?.bytes ?? [], ending, stored.truth))
      }
      #expect(outcome.images["flat"]?.bytes.prefix(2) == [0xFF, 0xD8])
    }
    let comparisons = try Comparison.of(pairs)
    for (index, stored) in Self.all.enumerated() {
      for comparison in comparisons[index * 2..<index * 2 + 2] {
        #expect(comparison.width * 2 == comparison.height * 3 || comparison.width == 256)
        #expect(comparison.mean < stored.mean && comparison.worst < stored.worst, "\(stored.name): \(comparison)")
        #expect(!comparison.hasMetadata, "\(stored.name)")
      }
    }
  }
}
