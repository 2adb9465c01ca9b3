// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofTesting

struct WirePaceTests {
  private func steps(_ faults: [Fault], _ pieces: [[UInt8]]) -> [WirePace.Step] {
    var pace = WirePace(faults)
    return pieces.flatMap { pace.steps(for: $0) }
  }

  @Test func `without faults bytes pass at once`() {
    #expect(steps([], [[1, 2], [], [3]]) == [.send([1, 2]), .send([3])])
  }

  @Test(arguments: 1...6) func `a cut is at the same byte, however bytes arrive`(size: Int) {
    let bytes = Array(UInt8(0)..<12)
    let pieces = stride(from: 0, to: 12, by: size).map { Array(bytes[$0..<min($0 + size, 12)]) }
    let taken = steps([.cut(.response, after: 5, by: .reset)], pieces)
    let sent: [UInt8] = taken.flatMap { if case .send(let part) = $0 { part } else { [UInt8]() } }
    #expect(sent == Array(UInt8(0)..<5))
    #expect(taken.last == .end(.reset))
  }

  @Test func `a cut at the start comes before any byte`() {
    #expect(steps([.cut(.response, after: 0, by: .close)], [[]]) == [.end(.close)])
  }

  @Test func `a change hits the chosen byte`() {
    #expect(steps([.corruptByte(.response, at: 2)], [[1, 2], [3, 4]]) == [.send([1, 2]), .send([0xFC, 4])])
  }

  @Test func `drops are sent one after the other`() {
    let pause = WirePace.Step.pause(.seconds(1))
    #expect(
      steps([.drip(.response, byteCount: 2, every: .seconds(1))], [[1, 2, 3]]) == [
        .send([1, 2]), pause, .send([3]), pause,
      ])
  }

  @Test func `a cut of the connection ends it, counted over all bodies`() {
    var pace = WirePace([.cut(.response, after: 3, by: .reset)], ofConnection: true)
    let steps = [[1, 2], [3, 4], [5]].flatMap { pace.steps(for: $0) }
    #expect(steps == [.send([1, 2]), .send([3]), .endConnection(.reset)])
  }
}
