// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Glibc

/// Measures what a value costs in processor time, of all threads of the process together.
enum ProcessorTime {
  /// Runs a job several times, and prints the median and the best of what a value has cost, in nanoseconds.
  static func measure(_ name: String, values: Int = 1_000_000, _ job: (Int) -> Void) {
    let times = (0..<rounds).map { _ in
      let start = nanosecondsOfProcess()
      job(values)
      return Double(nanosecondsOfProcess() - start) / Double(values)
    }.sorted()
    let (median, best) = (Int(times[rounds / 2] * 10), Int(times[0] * 10))
    print("\(name): \(median / 10).\(median % 10) ns of CPU, at best \(best / 10).\(best % 10) ns")
  }

  private static func nanosecondsOfProcess() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// Measures what a value costs through operators with publishers of their own, several subscribers, and erased types.
func measureProcessorTime() {
  ProcessorTime.measure("flatMap of Just, from a subject") { send($0) { $0.flatMap { Just($0) } } }
  ProcessorTime.measure("flatMap of Just, from a sequence") { drain((0..<$0).publisher.flatMap { Just($0) }) }
  ProcessorTime.measure("flatMap of Just, one at a time") {
    drain((0..<$0).publisher.flatMap(maxPublishers: .max(1)) { Just($0) })
  }
  ProcessorTime.measure("flatMap of sequences of ten") {
    drain((0..<$0 / 10).publisher.flatMap { number in (0..<10).publisher.map { $0 &+ number } })
  }
  ProcessorTime.measure("switchToLatest of Just") { send($0) { $0.map { Just($0) }.switchToLatest() } }
  ProcessorTime.measure("share with two subscribers", sendToTwo)
  ProcessorTime.measure("receive(on:) from a subject") { send($0) { $0.receive(on: queue) } }
  ProcessorTime.measure("receive(on:) from a sequence") { drain((0..<$0).publisher.receive(on: queue)) }
  ProcessorTime.measure("a Future and its value") { for value in 0..<$0 { drainFuture(value) } }
  ProcessorTime.measure("three times erased") { count in
    send(count) { subject in
      let one = subject.map { $0 &+ 1 }.eraseToAnyPublisher()
      let two = one.map { $0 &* 3 }.eraseToAnyPublisher()
      return two.map { $0 ^ 5 }.eraseToAnyPublisher()
    }
  }
  ProcessorTime.measure("map, filter, scan, removeDuplicates, from a subject") {
    send($0) { $0.map { $0 &+ 1 }.filter { $0 >= 0 }.scan(0) { $0 &+ $1 }.removeDuplicates() }
  }
  ProcessorTime.measure("map, filter, scan, removeDuplicates, from a sequence") {
    drain((0..<$0).publisher.map { $0 &+ 1 }.filter { $0 >= 0 }.scan(0) { $0 &+ $1 }.removeDuplicates())
  }
  ProcessorTime.measure("merge of two subjects, on two threads", sendOnTwoThreads)
}

private func sendToTwo(_ count: Int) {
  let subject = PassthroughSubject<Int, Never>()
  let shared = subject.share()
  var sum = 0
  let first = shared.sink { sum &+= $0 }
  let second = shared.sink { sum &+= $0 }
  for value in 0..<count { subject.send(value) }
  withExtendedLifetime((first, second, sum)) {}
}

private func drainFuture(_ value: Int) {
  var result = 0
  let subscription = Future<Int, Never> { $0(.success(value)) }.sink { result = $0 }
  withExtendedLifetime((subscription, result)) {}
}

private func sendOnTwoThreads(_ count: Int) {
  let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
  drain(subjects[0].merge(with: subjects[1])) {
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for value in 0..<count / 2 { subjects[index].send(value) }
      subjects[index].send(completion: .finished)
    }
  }
}
