// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch

/// Waits for the end of a publisher.
func drain<P: Publisher>(_ publisher: P, while body: () -> Void = {}) where P.Output == Int, P.Failure == Never {
  let end = DispatchSemaphore(value: 0)
  var sum = 0
  let subscription = publisher.sink(receiveCompletion: { _ in end.signal() }, receiveValue: { sum &+= $0 })
  body()
  end.wait()
  withExtendedLifetime((subscription, sum)) {}
}

/// Sends values through a publisher that is made of a subject.
func send<P: Publisher>(_ count: Int, through make: (PassthroughSubject<Int, Never>) -> P)
where P.Output == Int, P.Failure == Never {
  let subject = PassthroughSubject<Int, Never>()
  drain(make(subject)) {
    for value in 0..<count { subject.send(value) }
    subject.send(completion: .finished)
  }
}
