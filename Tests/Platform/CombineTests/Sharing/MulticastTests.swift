// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct MulticastTests {
  private let upstream = ManualPublisher<Int, Never>()

  @Test func `the upstream is not subscribed to before it is connected`() {
    let multicast = upstream.multicast { PassthroughSubject() }
    let probe = multicast.probe()
    #expect(upstream.subscribers == 0)
    let connection = multicast.connect()
    upstream.send(1)
    #expect(probe.values == [1])
    connection.cancel()
    #expect(upstream.isCancelled)
  }

  @Test func `one subject sends to all subscribers`() {
    var made = 0
    let multicast = upstream.multicast {
      made += 1
      return PassthroughSubject<Int, Never>()
    }
    let probes = [multicast.probe(), multicast.probe()]
    let connection = multicast.connect()
    upstream.send(1)
    #expect(made == 1)
    #expect(probes.map(\.values) == [[1], [1]])
    connection.cancel()
  }

  @Test func `a given subject is used for sending`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let multicast = upstream.multicast(subject: subject)
    let probe = multicast.probe()
    let connection = multicast.connect()
    upstream.send(1)
    #expect(subject.value == 1)
    #expect(probe.values == [0, 1])
    connection.cancel()
  }

  @Test func `releasing the connection cancels it`() {
    let multicast = upstream.multicast { PassthroughSubject() }
    _ = multicast.probe()
    _ = multicast.connect()
    #expect(upstream.isCancelled)
  }

  @Test func `a connectable publisher waits for connect, and serves all subscribers`() {
    let connectable = [1, 2, 3].publisher.makeConnectable()
    let first = connectable.probe()
    let second = connectable.probe()
    #expect(first.values.isEmpty)
    let connection = connectable.connect()
    #expect(first.values == [1, 2, 3])
    #expect(second.values == [1, 2, 3])
    #expect(first.isFinished && second.isFinished)
    connection.cancel()
  }

  @Test func `autoconnect connects with the first subscriber and cancels with the last`() {
    let publisher = upstream.makeConnectable().autoconnect()
    #expect(upstream.subscribers == 0)
    let first = publisher.probe()
    let second = publisher.probe()
    #expect(upstream.subscribers == 1)
    first.cancel()
    upstream.send(1)
    #expect(second.values == [1])
    second.cancel()
    #expect(upstream.isCancelled)
  }
}
