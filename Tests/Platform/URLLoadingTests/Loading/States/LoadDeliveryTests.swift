// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

struct LoadDeliveryTests {
  private func take(_ count: Int, into delivery: inout LoadDelivery) -> LoadDelivery.Steps {
    [UInt8](repeating: 1, count: count).withUnsafeBytes { delivery.take($0, expecting: -1) }
  }

  @Test func `content for a handler goes into memory`() {
    var delivery = LoadDelivery()
    delivery.begin(.data { _, _, _ in }, isHeard: false)
    let steps = take(3, into: &delivery)
    #expect(delivery.data == Data([1, 1, 1]) && delivery.isInMemory)
    #expect(steps.handsOver == nil && steps.gathers == nil && !steps.isHeld)
  }

  @Test func `the first content goes to the delegate at once, what follows soon is gathered`() {
    var delivery = LoadDelivery()
    delivery.begin(.delegate, isHeard: true)
    let first = take(1, into: &delivery)
    #expect(first.handsOver != nil && first.gathers == .milliseconds(1))
    _ = first.handsOver?.take()
    let second = take(1, into: &delivery)
    #expect(second.handsOver == nil && second.gathers == nil)
    let later = delivery.endGathering()
    #expect(later.handsOver != nil && later.gathers == .milliseconds(1))
    _ = later.handsOver?.take()
    let idle = delivery.endGathering()
    #expect(idle.handsOver == nil && idle.gathers == nil)
  }

  @Test func `content is held when much waits for the delegate`() {
    var delivery = LoadDelivery()
    delivery.begin(.delegate, isHeard: true)
    #expect(take(2 << 20, into: &delivery).pauses)
  }

  @Test func `content that no delegate takes is dropped`() {
    var delivery = LoadDelivery()
    delivery.begin(.delegate, isHeard: false)
    #expect(take(1, into: &delivery).handsOver == nil && delivery.restForDelegate() == nil && delivery.data.isEmpty)
  }

  @Test func `content of a download is written, and the rest at the end`() throws {
    var delivery = LoadDelivery()
    let file = try DownloadFile()
    defer { file.remove() }
    delivery.begin(file)
    let first = take(2, into: &delivery)
    #expect(first.writtenCount == 2 && first.gathers == .milliseconds(10))
    #expect(take(3, into: &delivery).writtenCount == 0)
    #expect(delivery.flush().writtenCount == 3)
    #expect(try Data(contentsOf: file.url).count == 5)
  }

  @Test func `a file that cannot be written is a failure`() throws {
    var delivery = LoadDelivery()
    let file = try DownloadFile()
    delivery.begin(file)
    file.remove()
    #expect(take(1, into: &delivery).failure?.code == .EBADF)
  }
}
