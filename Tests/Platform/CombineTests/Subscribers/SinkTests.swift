// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct SinkTests {
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `a sink asks for all values and calls its closures`() {
    var events: [String] = []
    let sink = upstream.sink(
      receiveCompletion: { events.append("\($0)") }, receiveValue: { events.append("\($0)") })
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    upstream.finish()
    #expect(events == ["1", "finished"])
    withExtendedLifetime(sink) {}
  }

  @Test func `releasing what sink returns cancels`() {
    _ = upstream.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    #expect(upstream.isCancelled)
  }

  @Test func `a sink cancels a second subscription`() {
    let sink = Subscribers.Sink<Int, TestFailure>(receiveCompletion: { _ in }, receiveValue: { _ in })
    upstream.subscribe(sink)
    let second = ManualSubscription<Int, TestFailure>(AnySubscriber())
    sink.receive(subscription: second)
    #expect(second.isCancelled)
    #expect(!upstream.isCancelled)
    sink.cancel()
    #expect(upstream.isCancelled)
  }

  @Test func `the closures of a sink are released at completion, even if they keep the cancellable`() {
    expectReleased { token in
      let sink = Subscribers.Sink<Int, TestFailure>(
        receiveCompletion: { _ in _ = token }, receiveValue: { _ in _ = token })
      upstream.subscribe(sink)
      upstream.finish()
      return sink
    }
  }

  @Test func `the closures of a sink are released when it is cancelled`() {
    expectReleased { token in
      let sink = Subscribers.Sink<Int, TestFailure>(
        receiveCompletion: { _ in _ = token }, receiveValue: { _ in _ = token })
      upstream.subscribe(sink)
      sink.cancel()
      return sink
    }
  }

  @Test func `a sink that has ended has closures that do nothing`() {
    var values: [Int] = []
    let sink = Subscribers.Sink<Int, TestFailure>(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    sink.receiveValue(1)
    sink.cancel()
    sink.receiveValue(2)
    sink.receiveCompletion(.finished)
    #expect(values == [1])
  }

  @Test func `a sink can be cancelled from within its closure`() {
    let subject = PassthroughSubject<Int, TestFailure>()
    var values: [Int] = []
    var cancel: () -> Void = {}
    let sink = Subscribers.Sink<Int, TestFailure>(
      receiveCompletion: { _ in },
      receiveValue: { value in
        cancel()
        values.append(value)
      })
    cancel = { [unowned sink] in sink.cancel() }
    subject.subscribe(sink)
    subject.send(1)
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `the closures of a sink are released when its cancellable is cancelled`() {
    expectReleased { token in
      let cancellable = upstream.sink(receiveCompletion: { _ in _ = token }, receiveValue: { _ in _ = token })
      cancellable.cancel()
      return (cancellable, upstream)
    }
  }

  @Test func `a cancelled sink receives nothing`() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    var sink: AnyCancellable?
    sink = subject.sink { value in
      values.append(value)
      sink?.cancel()
    }
    subject.send(1)
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `assign sets a property and releases the object`() {
    final class Box {
      var number = 0
    }
    let values = ManualPublisher<Int, Never>()
    let box = Box()
    let cancellable = values.assign(to: \.number, on: box)
    values.send(3)
    #expect(box.number == 3)
    cancellable.cancel()
    #expect(values.isCancelled)
    weak var released: Box?
    let other = ManualPublisher<Int, Never>()
    let kept = {
      let box = Box()
      released = box
      return other.assign(to: \.number, on: box)
    }()
    #expect(released != nil)
    other.finish()
    #expect(released == nil)
    withExtendedLifetime(kept) {}
  }

  @Test func `an assignment used as a subscriber releases its object when it is cancelled`() {
    final class Box {
      var number = 0
    }
    let assign = Subscribers.Assign(object: Box(), keyPath: \Box.number)
    Just(5).subscribe(assign)
    #expect(assign.object == nil)
    let other = Subscribers.Assign(object: Box(), keyPath: \Box.number)
    #expect(other.object != nil)
    other.cancel()
    #expect(other.object == nil)
  }
}
