// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofSystem

@Suite struct FileDescriptorTests {
  private func isReadable(_ descriptor: FileDescriptor) -> Bool {
    var polled = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 1
  }

  @Test func `an event is readable from a signal until it is cleared`() throws {
    let event = try FileDescriptor.event()
    #expect(!isReadable(event))
    event.signal()
    event.signal()
    #expect(isReadable(event))
    event.clear()
    #expect(!isReadable(event))
  }

  @Test func `what is written to one end of a pair is read from the other, message by message`() throws {
    let (left, right) = try FileDescriptor.socketPair()
    #expect(write(left.number, "ab", 2) == 2)
    #expect(write(left.number, "c", 1) == 1)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(right.number, &bytes, 8) == 2)
    #expect(read(right.number, &bytes, 8) == 1)
  }

  @Test func `a closed descriptor has no number, and the other end sees the end`() throws {
    let (left, right) = try FileDescriptor.socketPair()
    left.close()
    left.close()
    #expect(left.number == -1)
    var byte: UInt8 = 0
    #expect(read(right.number, &byte, 1) == 0)
  }

  @Test func `the last reference closes the descriptor`() throws {
    let right: FileDescriptor
    do {
      let (left, other) = try FileDescriptor.socketPair()
      #expect(write(left.number, "a", 1) == 1)
      right = other
    }
    var byte: UInt8 = 0
    #expect(read(right.number, &byte, 1) == 1)
    #expect(read(right.number, &byte, 1) == 0)
  }
}
