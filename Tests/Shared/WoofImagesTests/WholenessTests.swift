// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import HostilePictures
@testable import TestKit

/// What holds of every format.
struct WholenessTests {
  @Test(arguments: Sample.all)
  func `a sound file is accepted`(sample: Sample) {
    #expect(inspect(sample.bytes).refusal == nil)
  }

  @Test(arguments: Sample.all)
  func `reading byte by byte gives the same findings`(sample: Sample) {
    #expect(inspect(sample.bytes, runs: 1) == inspect(sample.bytes))
  }

  @Test(arguments: Sample.all)
  func `a cut at any position gives the same findings`(sample: Sample) {
    let whole = inspect(sample.bytes)
    for cut in 0...sample.bytes.count { #expect(inspect(sample.bytes, cutAt: [cut]) == whole) }
  }

  @Test(arguments: Sample.all)
  func `a file that ends early is refused where it ends`(sample: Sample) {
    for count in 0..<sample.bytes.count {
      let refusal = inspect(Array(sample.bytes.prefix(count))).refusal
      #expect(refusal != nil, "after \(count) bytes")
      if refusal?.reason.contains("the file ends") == true { #expect(refusal?.offset == Int64(count)) }
    }
  }

  @Test(arguments: Sample.all)
  func `a damaged file gets the same verdict however it is cut, and crashes nothing`(sample: Sample) {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<300 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      #expect(inspect(bytes, runs: 1) == inspect(bytes))
    }
  }

  @Test(arguments: Sample.all)
  func `one byte more than the limit is refused, and the limit itself is accepted`(sample: Sample) {
    let limits = ImageLimits(bytes: sample.bytes.count)
    #expect(inspect(sample.bytes, limits: limits).refusal == nil)
    for runs in [1, 40, .max] {
      let verdict = inspect(sample.bytes, runs: runs, limits: ImageLimits(bytes: sample.bytes.count - 1))
      #expect(verdict.isRefused(because: "limit of \(sample.bytes.count - 1) bytes"))
    }
  }

  @Test(arguments: Sample.all)
  func `a limit on segments is named in the refusal`(sample: Sample) {
    #expect(inspect(sample.bytes, limits: ImageLimits(segments: 0)).isRefused(because: "limit of 0 segments"))
  }

  @Test(arguments: Sample.all)
  func `a limit on pixels is named in the refusal`(sample: Sample) {
    #expect(inspect(sample.bytes, limits: ImageLimits(pixels: 2)).isRefused(because: "limit of 2 pixels"))
  }

  @Test func `an empty file is refused`() {
    #expect(inspect([]).refusal == PhotoRejection(transformer: "structure", reason: "the file is empty", offset: 0))
  }

  @Test func `a file of one byte is refused`() {
    for byte in UInt8.min...UInt8.max {
      #expect(inspect([byte]).isRefused(because: "the file ends before its format can be told"))
    }
  }

  @Test func `the standard transformers begin with structure`() {
    #expect(ImageTransformers.standard().map(\.name) == ["structure"])
  }
}
