// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

struct DelegateContentTests {
  private let content = DelegateContent()

  private func add(_ count: Int, of byte: UInt8 = 0, mayWait: Bool = false) -> DelegateContent.Step {
    [UInt8](repeating: byte, count: count).withUnsafeBytes { content.add($0, mayWait: mayWait) }
  }

  @Test func `urgent content is delivered at once`() {
    #expect(add(1).callsDelegate)
  }

  @Test func `content that arrives before the call is delivered with it`() {
    #expect(add(2, of: 1).callsDelegate)
    #expect(!add(1, of: 2).callsDelegate)
    #expect(content.take().content == Data([1, 1, 2]))
    #expect(add(1).callsDelegate)
  }

  @Test func `a little content waits for more until it is requested`() {
    #expect(!add(1, mayWait: true).callsDelegate)
    #expect(content.call())
    #expect(!content.call())
    #expect(content.take().content.count == 1)
    #expect(!content.call())
  }

  @Test func `enough content does not wait`() {
    #expect(!add(200 << 10, mayWait: true).callsDelegate)
    #expect(add(56 << 10, mayWait: true).callsDelegate)
  }

  @Test func `a slow delegate stops the content until it takes what there is`() {
    #expect(!add((1 << 20) - 1).stops)
    #expect(add(1).stops)
    #expect(content.take().resumes)
    #expect(!add(1).stops)
    #expect(!content.take().resumes)
  }

  @Test func `the pieces of a large response are larger, and complete`() {
    var (sent, received) = (0, 0)
    var sizes: [Int] = []
    for number in 0..<400 {
      sent += 1
      guard add(60_000, of: UInt8(number & 0xFF), mayWait: true).callsDelegate || number == 399 else { continue }
      let piece = content.take().content
      sizes.append(piece.count)
      for start in stride(from: piece.startIndex, to: piece.endIndex, by: 60_000) {
        #expect(piece[start..<(start + 60_000)].allSatisfy { $0 == UInt8(received & 0xFF) })
        received += 1
      }
    }
    #expect(sent == received)
    #expect(sizes.first == 300_000)
    #expect(sizes.max() == 1_080_000)
  }

  @Test func `pieces that a delegate keeps do not change`() {
    for _ in 0..<5 {
      _ = add(1 << 20)
      _ = content.take()
    }
    var kept: [Data] = []
    for byte in 0..<5 {
      _ = add(1 << 20, of: UInt8(byte))
      kept.append(content.take().content)
    }
    #expect(kept == (0..<5).map { Data(repeating: UInt8($0), count: 1 << 20) })
  }

  @Test func `a piece of a large response can be larger than the gathered content`() {
    for _ in 0..<5 {
      _ = add(1 << 20)
      _ = content.take()
    }
    _ = add(10, of: 1)
    _ = add(9 << 20, of: 2)
    let piece = content.take().content
    #expect(piece.prefix(10) == Data(repeating: 1, count: 10))
    #expect(piece.dropFirst(10) == Data(repeating: 2, count: 9 << 20))
  }
}
