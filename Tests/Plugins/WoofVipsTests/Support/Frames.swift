// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// The frames of an animation, as frames.py tells with Pillow.
struct Frames {
  struct Frame: Hashable {
    /// How long it is shown, in milliseconds.
    let delay: Int
    /// The mean of red, green and blue, 0 to 255.
    let colour: [Int]
    /// The mean of alpha, 0 to 255.
    let alpha: Int
  }

  let width: Int
  let height: Int
  /// How often the animation plays; 0 is without end.
  let loop: Int
  let hasMetadata: Bool
  let frames: [Frame]

  /// How long the animation plays until it begins again, in milliseconds.
  var duration: Int { frames.reduce(0) { $0 + $1.delay } }

  init(of file: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try folder.write(file, to: "animation")
    let text = try Program.output(
      of: "/usr/bin/python3", [ScenePictures.script("frames.py"), folder.path("animation")])
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard let head = lines.first, head.count == 4 else { throw TestFailure("frames.py has said too little") }
    (width, height, loop) = (Int(head[0]) ?? 0, Int(head[1]) ?? 0, Int(head[2]) ?? -1)
    hasMetadata = head[3] == "metadata"
    frames = lines.dropFirst().map { line in
      let numbers = line.compactMap { Int($0) }
      return Frame(delay: numbers.first ?? 0, colour: Array(numbers.dropFirst().prefix(3)), alpha: numbers.last ?? 0)
    }
  }
}
