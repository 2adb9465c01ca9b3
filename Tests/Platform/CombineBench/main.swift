// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Glibc

// What a value costs on its way: through operators that call each other, and from thread to thread.

let rounds = 5

/// Runs a job several times, and prints the median and the best of what a value has cost, in nanoseconds.
func measure(_ name: String, values: Int, steps: Int = 1, _ job: () -> Void) {
  let times = (0..<rounds).map { _ in ContinuousClock().measure(job) / (values * steps) }.sorted()
  print("\(name): \(nanoseconds(times[rounds / 2])) ns, at best \(nanoseconds(times[0])) ns")
}

func nanoseconds(_ duration: Duration) -> String {
  let tenths = duration.components.attoseconds / 100_000_000
  return "\(tenths / 10).\(tenths % 10)"
}

let queue = DispatchQueue(label: "values")

measureProcessorTime()
// `CombineBench cpu` measures no more than that.
if CommandLine.arguments.contains("cpu") { exit(0) }

measure("ten operators, a value and operator", values: 10_000_000, steps: 10) { sendThroughTen(10_000_000) }

AllocationsPerValue.count("ten operators") { sendThroughTen($0) }
AllocationsPerValue.count("operators that may throw") { sendThroughThrowing($0) }
AllocationsPerValue.count("operators that end or reduce") { sendThroughReducing($0) }

measure("receive(on:) a queue, from a sequence", values: 1_000_000) {
  drain((0..<1_000_000).publisher.receive(on: queue))
}
measure("receive(on:) a queue, from a subject", values: 1_000_000) { send(1_000_000) { $0.receive(on: queue) } }
measure("receive(on:) a concurrent queue", values: 1_000_000) {
  send(1_000_000) { $0.receive(on: DispatchQueue.global()) }
}
measure("delay(for:) of 1 ms on a queue", values: 200_000) {
  send(200_000) { $0.delay(for: .milliseconds(1), scheduler: queue) }
}
measure("for comparison, a block on a queue", values: 1_000_000) {
  let end = DispatchSemaphore(value: 0)
  for _ in 0..<1_000_000 { queue.async {} }
  queue.async { end.signal() }
  end.wait()
}
