// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofModel

@testable import TestSupport

/// Small pictures for the service to take in.
enum Picture {
  private static let count = Atomic(0)

  /// A JPEG of 16 × 16 pixels that is unlike all others of this process.
  static func next() -> [UInt8] {
    jpeg("picture \(count.add(1, ordering: .relaxed).newValue)")
  }

  /// A JPEG with a comment, by which pictures are told apart.
  static func jpeg(_ comment: String, width: Int = 16, height: Int = 16) -> [UInt8] {
    SampleJPEG(width: width, height: height, segments: [(0xFE, .text(comment))]).bytes
  }

  /// A sound JPEG of about so many bytes, of which no two parts are alike.
  static func large(byteCount: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var segments: [(marker: UInt8, content: [UInt8])] = []
    while segments.count * 60_000 < byteCount {
      segments.append((0xFE, (0..<7_500).flatMap { _ in withUnsafeBytes(of: generator.next()) { Array($0) } }))
    }
    return SampleJPEG(segments: segments).bytes
  }
}
