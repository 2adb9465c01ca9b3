// SPDX-License-Identifier: Apache-2.0

import AllocationCount
import Foundation

/// Counts what values cost in allocations, apart from what subscribing costs.
enum AllocationsPerValue {
  private static let few = 10_000
  private static let many = 100_000

  /// Runs a job with few and with ten times as many values, and prints how many allocations each of the further values
  /// has cost on this thread.
  static func count(_ name: String, _ job: (Int) -> Void) {
    // What is made once in a process is made by now.
    job(few)
    let (ofFew, ofMany) = (allocations { job(few) }, allocations { job(many) })
    let each = Double(ofMany - ofFew) / Double(many - few)
    let counts = "\(ofFew) for \(few) values, \(ofMany) for \(many)"
    print("\(name), allocations a value: \(String(format: "%.4f", each)) (\(counts))")
  }

  private static func allocations(_ job: () -> Void) -> Int {
    let before = allocation_count_of_thread()
    job()
    return allocation_count_of_thread() - before
  }
}
