// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// How far a derived image is from the truth, as compare.py tells with Pillow.
struct Comparison {
  let width: Int
  let height: Int
  let mode: String
  let hasMetadata: Bool
  /// The mean difference of all samples, 0 to 255.
  let mean: Double
  /// The mean difference in the worst of 8 × 8 fields, 0 to 255.
  let worst: Double

  /// Compares derived images, each of another truth.
  static func of(_ pairs: [(derived: [UInt8], ending: String, truth: String)]) throws -> [Comparison] {
    let folder = try TemporaryFolder()
    var arguments = [ScenePictures.script("compare.py")]
    for (index, pair) in pairs.enumerated() {
      var name = "\(index).\(pair.ending)"
      try folder.write(pair.derived, to: name)
      if pair.ending == "avif" {
        _ = try Program.output(of: "/usr/bin/heif-convert", [folder.path(name), folder.path(name + ".png")])
        name += ".png"
      }
      arguments += [folder.path(name), try ScenePictures.folder.get().path(pair.truth)]
    }
    let lines = try Program.output(of: "/usr/bin/python3", arguments).split(separator: "\n")
    let comparisons = lines.compactMap { Comparison(line: $0.split(separator: " ")) }
    guard comparisons.count == pairs.count else { throw TestFailure("compare.py has said too little") }
    return comparisons
  }

  private init?(line: [Substring]) {
    guard line.count == 6, let width = Int(line[0]), let height = Int(line[1]), let mean = Double(line[4]),
      let worst = Double(line[5])
    else { return nil }
    self.width = width
    self.height = height
    mode = String(line[2])
    hasMetadata = line[3] == "metadata"
    self.mean = mean
    self.worst = worst
  }
}
