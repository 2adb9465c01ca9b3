// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

@testable import TestKit

/// The state machine of an upload in parts.
struct UploadStateTests {
  private static let length: Int64 = 40

  private func state(at offset: Int64 = 0, of length: Int64? = length) -> UploadState {
    UploadState(offset: offset, length: length, sizeLimit: 100)
  }

  private func turn(_ state: inout UploadState, _ append: UploadAppend) throws -> UploadState.Turn {
    guard case .receive(let turn) = try state.begin(append) else { throw UploadRefusal.gone }
    return turn
  }

  @Test(arguments: 0...length) func `an upload that breaks at any byte resumes there`(_ cut: Int64) throws {
    var state = state()
    let first = try turn(&state, UploadAppend(offset: 0, count: Self.length, isComplete: true))
    for _ in 0..<cut { try state.receive(1, in: first) }
    try state.interrupt()
    #expect(state.offset == cut)
    let second = try turn(&state, UploadAppend(offset: cut, count: Self.length - cut, isComplete: true))
    try state.receive(Int(Self.length - cut), in: second)
    #expect(try state.end(second, isComplete: true) == .complete)
    #expect(state.isComplete)
  }

  @Test(arguments: 0...length) func `only the reported offset is accepted`(_ offset: Int64) {
    for other in 0...Self.length + 1 where other != offset {
      var state = state(at: offset)
      #expect(throws: UploadRefusal.otherOffset(expected: offset, isComplete: false)) {
        try state.begin(UploadAppend(offset: other, count: 1, isComplete: false))
      }
    }
  }

  @Test(arguments: 0...length) func `an upload completes in parts of any size, each of which announces more`(
    _ size: Int64
  ) throws {
    var state = state(of: nil)
    var offset: Int64 = 0
    while offset < Self.length, size > 0 {
      let count = min(size, Self.length - offset)
      let part = try turn(&state, UploadAppend(offset: offset, count: count, isComplete: false))
      try state.receive(Int(count), in: part)
      offset += count
      #expect(try state.end(part, isComplete: false) == .suspended(offset: offset))
    }
    let last = try turn(&state, UploadAppend(offset: offset, count: 0, isComplete: true))
    #expect(try state.end(last, isComplete: true) == .complete)
    #expect(state.length == offset)
  }

  @Test func `a later request ends the turn of an earlier one, whose bytes are refused`() throws {
    var state = state()
    let first = try turn(&state, UploadAppend(offset: 0, count: 40, isComplete: true))
    try state.receive(10, in: first)
    let second = try turn(&state, UploadAppend(offset: 10, count: 30, isComplete: true))
    #expect(throws: UploadRefusal.superseded) { try state.receive(1, in: first) }
    #expect(throws: UploadRefusal.superseded) { try state.end(first, isComplete: true) }
    try state.receive(30, in: second)
    #expect(state.offset == 40)
  }

  @Test func `asking for the offset ends the turn of the appending request`() throws {
    var state = state()
    let turn = try turn(&state, UploadAppend(offset: 0, count: 40, isComplete: true))
    try state.interrupt()
    #expect(throws: UploadRefusal.superseded) { try state.receive(1, in: turn) }
  }

  @Test func `a refused request leaves the turn of another one alone`() throws {
    var state = state()
    let turn = try turn(&state, UploadAppend(offset: 0, count: 40, isComplete: true))
    try state.receive(5, in: turn)
    #expect(throws: UploadRefusal.otherOffset(expected: 5, isComplete: false)) {
      try state.begin(UploadAppend(offset: 4, count: 36, isComplete: true))
    }
    try state.receive(35, in: turn)
    #expect(try state.end(turn, isComplete: true) == .complete)
  }

  @Test(arguments: [
    UploadAppend(offset: 10, count: 29, isComplete: true), UploadAppend(offset: 10, count: 31, isComplete: true),
    UploadAppend(offset: 10, count: 31, isComplete: false),
    UploadAppend(offset: 10, count: 30, isComplete: true, length: 41),
    UploadAppend(offset: 10, count: 1, isComplete: false, length: 39),
  ]) func `contradicting lengths are refused, and change nothing`(_ append: UploadAppend) throws {
    var state = state(at: 10)
    let before = state
    #expect(throws: UploadRefusal.inconsistentLength) { try state.begin(append) }
    #expect(state == before)
  }

  @Test func `a length that is given later counts from then on`() throws {
    var state = state(of: nil)
    _ = try turn(&state, UploadAppend(offset: 0, count: nil, isComplete: false, length: 20))
    #expect(state.length == 20)
    #expect(throws: UploadRefusal.inconsistentLength) {
      try state.begin(UploadAppend(offset: 0, count: nil, isComplete: false, length: 21))
    }
  }

  @Test(arguments: [
    UploadAppend(offset: 0, count: 101, isComplete: true), UploadAppend(offset: 0, count: 101, isComplete: false),
    UploadAppend(offset: 0, count: .max, isComplete: false),
    UploadAppend(offset: 0, count: 1, isComplete: false, length: 101),
  ]) func `a length above the size limit is refused before a byte is read`(_ append: UploadAppend) {
    var state = state(of: nil)
    #expect(throws: UploadRefusal.tooLarge(limit: 100)) { try state.begin(append) }
  }

  @Test func `numbers that leave the range of integers are refused`() {
    var state = UploadState(offset: 1, length: nil, sizeLimit: .max)
    #expect(throws: UploadRefusal.tooLarge(limit: .max)) {
      try state.begin(UploadAppend(offset: 1, count: .max, isComplete: true))
    }
  }

  @Test func `more bytes than the length end the upload`() throws {
    var state = state(at: 39)
    let turn = try turn(&state, UploadAppend(offset: 39, count: nil, isComplete: true))
    #expect(throws: UploadRefusal.inconsistentLength) { try state.receive(2, in: turn) }
    #expect(state.isOver)
    #expect(throws: UploadRefusal.gone) { try state.begin(UploadAppend(offset: 39, count: 1, isComplete: true)) }
  }

  @Test func `more bytes than the size limit end an upload of unknown length`() throws {
    var state = state(at: 99, of: nil)
    let turn = try turn(&state, UploadAppend(offset: 99, count: nil, isComplete: true))
    #expect(throws: UploadRefusal.tooLarge(limit: 100)) { try state.receive(2, in: turn) }
    #expect(state.isOver)
  }

  @Test func `an end that comes too early is refused, and the upload continues`() throws {
    var state = state()
    let first = try turn(&state, UploadAppend(offset: 0, count: nil, isComplete: true))
    try state.receive(10, in: first)
    #expect(throws: UploadRefusal.inconsistentLength) { try state.end(first, isComplete: true) }
    _ = try turn(&state, UploadAppend(offset: 10, count: 30, isComplete: true))
  }

  @Test func `where requests do not say, the upload is complete once it has its length`() throws {
    var state = state()
    let first = try turn(&state, UploadAppend(offset: 0, count: nil, isComplete: nil))
    try state.receive(39, in: first)
    #expect(try state.end(first, isComplete: nil) == .suspended(offset: 39))
    let last = try turn(&state, UploadAppend(offset: 39, count: 1, isComplete: nil))
    try state.receive(1, in: last)
    #expect(try state.end(last, isComplete: nil) == .complete)
  }

  @Test func `an upload of unknown length is never complete by itself`() throws {
    var state = state(of: nil)
    let turn = try turn(&state, UploadAppend(offset: 0, count: nil, isComplete: nil))
    try state.receive(40, in: turn)
    #expect(try state.end(turn, isComplete: nil) == .suspended(offset: 40))
  }

  @Test func `an empty append to a complete upload gets the missed response`() throws {
    var state = state(at: 40)
    let turn = try turn(&state, UploadAppend(offset: 40, count: 0, isComplete: true))
    _ = try state.end(turn, isComplete: true)
    try state.interrupt()
    #expect(try state.begin(UploadAppend(offset: 40, count: 0, isComplete: true)) == .response)
    #expect(throws: UploadRefusal.otherOffset(expected: 40, isComplete: true)) {
      try state.begin(UploadAppend(offset: 0, count: 40, isComplete: true))
    }
    #expect(throws: UploadRefusal.inconsistentLength) {
      try state.begin(UploadAppend(offset: 40, count: 1, isComplete: true))
    }
  }

  @Test func `a cancelled upload is gone for every request`() throws {
    var state = state()
    let turn = try turn(&state, UploadAppend(offset: 0, count: 40, isComplete: true))
    state.cancel()
    #expect(throws: UploadRefusal.superseded) { try state.receive(1, in: turn) }
    #expect(throws: UploadRefusal.gone) { try state.interrupt() }
    #expect(throws: UploadRefusal.gone) { try state.begin(UploadAppend(offset: 0, count: 40, isComplete: true)) }
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func `whatever requests come, the offset never goes back or too far`(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var state = state(of: seed % 2 == 0 ? 40 : nil)
    var turns: [UploadState.Turn] = []
    for _ in 0..<60 {
      let before = state.offset
      switch generator.next() % 6 {
      case 0:
        let offset = generator.next() % 3 == 0 ? Int64(generator.next() % 45) : state.offset
        let count = generator.next() % 2 == 0 ? nil : Int64(generator.next() % 45)
        let append = UploadAppend(offset: offset, count: count, isComplete: generator.next() % 2 == 0)
        if case .receive(let turn)? = try? state.begin(append) { turns.append(turn) }
      case 1, 2, 3: if let turn = turns.randomElement(using: &generator) { try? state.receive(7, in: turn) }
      case 4: if let turn = turns.last { _ = try? state.end(turn, isComplete: generator.next() % 2 == 0) }
      default: try? state.interrupt()
      }
      #expect(state.offset >= before)
      #expect(state.offset <= state.length ?? 100)
      if state.isComplete { #expect(state.offset == state.length) }
    }
  }
}
