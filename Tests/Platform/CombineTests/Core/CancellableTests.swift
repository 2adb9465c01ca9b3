// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct CancellableTests {
  @Test func `the action runs once`() {
    var count = 0
    let cancellable = AnyCancellable { count += 1 }
    cancellable.cancel()
    cancellable.cancel()
    #expect(count == 1)
  }

  @Test func `releasing a cancellable cancels it`() {
    var count = 0
    do { _ = AnyCancellable { count += 1 } }
    #expect(count == 1)
  }

  @Test func `a cancellable releases what it has cancelled`() {
    expectReleased { token in
      let cancellable = AnyCancellable { _ = token }
      cancellable.cancel()
      return cancellable
    }
  }

  @Test func `a cancellable can be cancelled from within its action`() {
    var count = 0
    var cancellable: AnyCancellable?
    cancellable = AnyCancellable {
      count += 1
      cancellable?.cancel()
    }
    cancellable?.cancel()
    #expect(count == 1)
  }

  @Test func `cancellables are stored in sets and in arrays`() {
    var count = 0
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    AnyCancellable { count += 1 }.store(in: &set)
    AnyCancellable { count += 1 }.store(in: &array)
    struct Other: Cancellable {
      let action: () -> Void
      func cancel() { action() }
    }
    Other { count += 1 }.store(in: &set)
    #expect(count == 0)
    set = []
    array = []
    #expect(count == 3)
  }

  @Test func `cancelling on many threads runs the action once`() {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Void, Never>()
      var count = 0
      let counter = subject.handleEvents(receiveCancel: { count += 1 }).sink {}
      concurrently(4) { _ in counter.cancel() }
      #expect(count == 1)
    }
  }

  @Test func `identifiers of different objects differ, and those of one object are equal`() {
    #expect(CombineIdentifier() != CombineIdentifier())
    let token = Token()
    #expect(CombineIdentifier(token) == CombineIdentifier(token))
    #expect(Subscriptions.empty.combineIdentifier == Subscriptions.empty.combineIdentifier)
  }
}
