// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import woof_bench

/// The pictures that benchmarks upload are sound by the service's own rules, and of the lengths that were asked for.
struct GeneratedPhotoTests {
  static let lengths = [1024, 1025, 1027, 4096, 16_384, 70_001, 204_800, 300_001]

  @Test(arguments: lengths) func `a generated JPEG is sound and exactly as long as asked for`(_ length: Int) throws {
    let bytes = GeneratedJPEG.bytes(byteCount: length, seed: 7)
    #expect(bytes.count == length)
    #expect(try findings(bytes).type == .jpeg)
  }

  @Test(arguments: lengths) func `a generated PNG is sound and exactly as long as asked for`(_ length: Int) throws {
    let bytes = GeneratedPNG.bytes(byteCount: length, seed: 7)
    #expect(bytes.count == length)
    #expect(try findings(bytes).type == .png)
  }

  @Test func `every length near a comment's limit comes out exactly`() {
    for length in 1024..<1400 {
      #expect(GeneratedJPEG.bytes(byteCount: length, seed: 1).count == length)
      #expect(GeneratedPNG.bytes(byteCount: length, seed: 1).count == length)
    }
  }

  @Test func `pictures of one seed differ only in the head with their serial number`() {
    let first = GeneratedJPEG.bytes(byteCount: 5000, seed: 3, serial: 1)
    let second = GeneratedJPEG.bytes(byteCount: 5000, seed: 3, serial: 0xFFFF_FFFF_FFFF_FFFF)
    let count = GeneratedJPEG.serialByteCount
    #expect(first != second)
    #expect(first.dropFirst(count) == second.dropFirst(count))
    #expect(Array(second.prefix(count)) == GeneratedJPEG.head(serial: 0xFFFF_FFFF_FFFF_FFFF))
  }

  private func findings(_ bytes: [UInt8]) throws -> PhotoFindings {
    var findings = PhotoFindings()
    for transformer in ImageTransformers.standard() {
      var inspection = transformer.makeInspection()
      try inspection.consume(bytes.span.bytes)
      findings.fill(from: try inspection.finish())
    }
    return findings
  }
}
