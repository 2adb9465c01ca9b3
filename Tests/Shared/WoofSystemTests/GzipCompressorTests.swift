// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSystem

@testable import TestKit

@Suite struct GzipCompressorTests {
  private static let text = Array(String(repeating: "A dog, a lake, and a stick. ", count: 2_000).utf8)

  @Test(arguments: [GzipCompressor.Effort.moderate, .greatest], [0, 1, 27, 4_096, text.count])
  func `bytes come back as they were`(effort: GzipCompressor.Effort, count: Int) throws {
    let bytes = Array(Self.text.prefix(count))
    let compressed = try #require(GzipCompressor(effort).compress(bytes, upTo: count + 100))
    #expect(try gunzip(compressed) == bytes)
  }

  @Test func `text becomes much smaller, and the same each time`() throws {
    let compressor = GzipCompressor(.moderate, idleLimit: 1)
    let first = try #require(compressor.compress(Self.text, upTo: Self.text.count))
    #expect(first.count < Self.text.count / 20)
    for _ in 0..<3 { #expect(compressor.compress(Self.text, upTo: Self.text.count) == first) }
    #expect(GzipCompressor(.moderate).compress(Self.text, upTo: Self.text.count) == first)
  }

  @Test func `what does not fit is not made`() throws {
    var generator = SeededGenerator(seed: 1)
    let noise = (0..<5_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    #expect(GzipCompressor(.moderate).compress(noise, upTo: noise.count) == nil)
    #expect(GzipCompressor(.moderate).compress(Self.text, upTo: 0) == nil)
    let needed = try #require(GzipCompressor(.moderate).compress(Self.text, upTo: Self.text.count)).count
    #expect(GzipCompressor(.moderate).compress(Self.text, upTo: needed / 2) == nil)
  }

  @Test func `many threads may compress at the same time`() async throws {
    let compressor = GzipCompressor(.moderate, idleLimit: 2)
    let inputs = (0..<32).map { number in Array(String(repeating: "dog \(number) ", count: 3_000).utf8) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for input in inputs {
        group.addTask {
          let compressed = try #require(compressor.compress(input, upTo: input.count))
          #expect(try gunzip(compressed) == input)
        }
      }
      try await group.waitForAll()
    }
  }
}

extension GzipCompressor {
  /// As the one of a span, which macros of tests do not take.
  fileprivate func compress(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
    compress(bytes.span.bytes, upTo: limit)
  }
}
