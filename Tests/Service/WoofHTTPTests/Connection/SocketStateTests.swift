// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import WoofHTTP

@Suite struct SocketStateTests {
  @Test func `a new socket has room and nothing to read`() {
    let state = SocketState()
    #expect(state.isWritable && !state.isReadable && !state.isBroken && !state.peerHasFinished)
  }

  @Test func `a receive that fills its room leaves the rest to be read`() {
    var state = SocketState()
    #expect(state.take(.readable) == [])
    state.received(10, room: 10)
    #expect(state.isReadable)
    state.received(9, room: 10)
    #expect(!state.isReadable)
  }

  @Test func `the end of the stream stays to be read behind the last bytes`() {
    var state = SocketState()
    #expect(state.take([.readable, .peerFinished]) == .peerFinished)
    state.received(1, room: 10)
    #expect(state.isReadable)
  }

  @Test func `the end of the peer's side is told once`() {
    var state = SocketState()
    #expect(state.take(.peerFinished) == .peerFinished)
    #expect(state.take(.peerFinished) == [])
    #expect(state.peerHasFinished && !state.isBroken)
  }

  @Test func `a break tells of the peer's end too, and is noted once`() {
    var state = SocketState()
    #expect(state.take(.broken) == [.peerFinished, .broken])
    let first = state.breakOff()
    let second = state.breakOff()
    #expect(first && !second)
    #expect(state.isBroken)
  }

  @Test func `room is told of only where there was none`() {
    var state = SocketState()
    #expect(state.take(.writable) == [])
    state.becameFull()
    #expect(state.take([.writable, .readable]) == .writable)
    #expect(!state.isWritable)
    state.becameWritable()
    #expect(state.isWritable)
  }
}

@Suite struct ConnectionSocketTests {
  private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

  /// The reading end of a pipe whose other end is closed.
  private static func makeDescriptor() throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[1])
    return ends[0]
  }

  @Test func `a socket closes its descriptor once, at the latest with itself`() throws {
    let descriptor = try Self.makeDescriptor()
    do {
      var socket = ConnectionSocket(descriptor)
      let isOpen = socket.isOpen
      #expect(isOpen && Self.isOpen(descriptor))
      socket.close()
      let wasClosed = !socket.isOpen
      #expect(wasClosed && !Self.isOpen(descriptor))
    }
    let other = try Self.makeDescriptor()
    do { _ = ConnectionSocket(other) }
    #expect(!Self.isOpen(other))
  }

  @Test func `a socket that is lent is closed when it comes back`() throws {
    let descriptor = try Self.makeDescriptor()
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
    defer { block.deallocate() }
    var socket = ConnectionSocket(descriptor)
    _ = socket.lend(block, limit: 8)
    socket.close()
    let isClosed = !socket.isOpen
    #expect(isClosed && Self.isOpen(descriptor))
    socket.takeBack()
    #expect(!Self.isOpen(descriptor))
  }
}
