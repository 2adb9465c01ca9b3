// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@Suite struct NotificationCenterPublisherTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("bark")

  @Test func `notifications of the name are published`() {
    let probe = center.publisher(for: name).probe()
    center.post(name: name, object: nil, userInfo: ["loud": true])
    center.post(name: Notification.Name("meow"), object: nil)
    #expect(probe.values.map(\.name) == [name])
    #expect(probe.values.first?.userInfo?["loud"] as? Bool == true)
    probe.cancel()
  }

  @Test func `notifications of other objects are not published`() {
    let dog = Token()
    let probe = center.publisher(for: name, object: dog).probe()
    center.post(name: name, object: Token())
    #expect(probe.values.isEmpty)
    center.post(name: name, object: dog)
    #expect(probe.values.count == 1)
    probe.cancel()
  }

  @Test func `a notification that is posted without demand is dropped`() {
    let probe = center.publisher(for: name).probe(.none)
    center.post(name: name, object: nil)
    probe.request(.max(1))
    #expect(probe.values.isEmpty)
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(probe.values.count == 1)
    probe.expectKept()
    probe.cancel()
  }

  @Test func `no notification comes after cancelling, and the subscriber is released`() {
    let center = center
    let name = name
    expectReleased { token in
      let cancellable = center.publisher(for: name).sink { _ in _ = token }
      cancellable.cancel()
      center.post(name: name, object: nil)
      return center
    }
  }

  @Test func `a notification posted from within one comes after it`() {
    let probe = center.publisher(for: name).probe()
    probe.onValue = { [center, name] notification in
      if notification.object == nil { center.post(name: name, object: "again") }
      #expect(probe.values.count == (notification.object == nil ? 1 : 2))
      return .none
    }
    center.post(name: name, object: nil)
    #expect(probe.values.count == 2)
    probe.cancel()
  }

  @Test func `notifications of several threads come one at a time`() {
    let probe = center.publisher(for: name).probe()
    let shared = Shared((center, name))
    concurrently(4) { _ in
      for _ in 0..<500 { shared.value.0.post(name: shared.value.1, object: nil) }
    }
    #expect(probe.values.count == 2000)
    probe.expectKept()
    probe.cancel()
  }

  @Test func `publishers of the same notifications are equal`() {
    #expect(center.publisher(for: name) == center.publisher(for: name))
    #expect(center.publisher(for: name) != NotificationCenter().publisher(for: name))
    #expect(center.publisher(for: name, object: center) != center.publisher(for: name))
  }
}
