// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct ConnectionDeadlinesTests {
  @Test func `a read that is late passes once`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.beginReading(by: 50, at: 0)
    #expect(deadlines.next == 50)
    #expect(deadlines.takePassed(at: 49) == .init())
    #expect(deadlines.takePassed(at: 50) == .init(read: true, write: false))
    #expect(deadlines.next == .max)
    #expect(!deadlines.hasStalled)
  }

  @Test func `a read in time has no deadline any more`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.beginReading(by: 50, at: 0)
    deadlines.endReading()
    #expect(deadlines.takePassed(at: 1000) == .init())
  }

  @Test func `a peer that takes nothing has stalled`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.becameFull(at: 10)
    #expect(deadlines.next == 110)
    #expect(deadlines.takePassed(at: 110) == .init(read: false, write: true))
    #expect(deadlines.hasStalled)
  }

  @Test func `a peer that takes something has its whole time again`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.becameFull(at: 0)
    deadlines.becameWritable()
    #expect(deadlines.next == .max)
    deadlines.becameFull(at: 90)
    #expect(deadlines.next == 190)
  }

  @Test func `the end of the server shortens the waits under way and the later ones, and lengthens none`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.beginReading(by: 1000, at: 0)
    deadlines.becameFull(at: 0)
    deadlines.drain(stallLimit: 10, isReading: true, isFull: true, at: 20)
    #expect(deadlines.next == 30)
    #expect(deadlines.takePassed(at: 30) == .init(read: true, write: true))
    deadlines.beginReading(by: 1000, at: 40)
    #expect(deadlines.next == 50)
    deadlines.beginReading(by: 45, at: 40)
    #expect(deadlines.next == 45)
    deadlines.becameFull(at: 0)
    #expect(deadlines.next == 10)
  }

  @Test func `the end of the server gives no deadline to what waits for nothing`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: 100)
    deadlines.drain(stallLimit: 10, isReading: false, isFull: false, at: 20)
    #expect(deadlines.next == .max)
  }

  @Test func `a time that does not fit is never`() {
    var deadlines = ConnectionDeadlines(writeStallTimeout: .max)
    deadlines.becameFull(at: 5)
    #expect(deadlines.next == .max)
  }
}
