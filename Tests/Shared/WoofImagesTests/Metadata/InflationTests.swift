// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import TestPictures
@testable import WoofImages

struct InflationTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }

  /// A sentence, with the codes that every block may have.
  private static let sentence = bytes(
    "7801734acdc94954c8cc5328c9485528cecb2fd75170020b25558285d2328b526142892560a19cc4ec543d001d7612db")
  /// Two hundred words, 899 bytes, with codes of their own.
  private static let words = bytes(
    """
    78da7d92510e80200c43afe2d5e04363fc205113aeaf46d9f6d8f00302a46b4bb79cf66daaa5cc534dcb7b38d6132b0be4b901a2af7771f654dd2\
    66c522b37156a4c0ab4c6b44a45ee03cadb031cc64a03ee26cb3f3a31ddb494b61b8795e9602e42b1de17c35164e02f7701303c9f84e104dab841\
    b8b4e67a01d9ae834864300fc104da18382e510a9f77f4c580a11ad9422e7e82434768db2050a1ba00421e40c9
    """)

  private func inflated(_ stream: [UInt8]) -> [UInt8] { Inflation(stream, limit: 10_000, keeping: 10_000).bytes }

  @Test func `blocks with fixed codes, with own codes and stored ones are inflated`() {
    #expect(inflated(Self.sentence) == .text("Bella in the snow, Bella by the fire, Bella at the lake."))
    let words = inflated(Self.words)
    #expect(words.count == 899)
    #expect(SamplePNG.checkValue(of: words) == 3_542_990_476)
    #expect(inflated(SamplePNG.stored(.text("woof"))) == .text("woof"))
  }

  @Test func `bytes beyond the memory limit are still counted`() {
    let inflation = Inflation(Self.words, limit: 899, keeping: 100)
    #expect(inflation.outcome == .length(899))
    #expect(inflation.bytes.isEmpty)
  }

  @Test func `output beyond the limit is reported`() {
    #expect(Inflation(Self.words, limit: 898).outcome == .exceedsLimit)
  }

  @Test(arguments: [sentence, words])
  func `a cut or damaged stream ends there`(stream: [UInt8]) {
    for index in stream.indices {
      _ = inflated(Array(stream.prefix(index)))
      for bit in 0..<8 { _ = inflated(stream.replacing(at: index, with: [stream[index] ^ 1 << UInt8(bit)])) }
    }
    #expect(inflated([]).isEmpty)
  }
}
