// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How long something took, and the processor time that the whole process spent meanwhile, which what others do on the machine
/// blurs less.
struct Cost {
  let nanoseconds: Int64
  let processorNanoseconds: Int64

  /// Measures one thing.
  static func of(_ body: () async throws -> Void) async throws -> Cost {
    let (start, processorStart) = (time(CLOCK_MONOTONIC), time(CLOCK_PROCESS_CPUTIME_ID))
    try await body()
    return Cost(
      nanoseconds: time(CLOCK_MONOTONIC) - start,
      processorNanoseconds: time(CLOCK_PROCESS_CPUTIME_ID) - processorStart)
  }

  /// The half and the ninety-nine in a hundred that took least, in milliseconds, and the same of processor time.
  static func summary(_ costs: [Cost]) -> String {
    func part(_ share: Double, _ values: [Int64]) -> Double {
      let index = (Double(values.count - 1) * share).rounded(.up)
      return (Double(values.sorted()[Int(index)]) / 10_000).rounded() / 100
    }
    let (all, processor) = (costs.map(\.nanoseconds), costs.map(\.processorNanoseconds))
    return "\(part(0.5, all)) \(part(0.99, all)) (\(part(0.5, processor)) \(part(0.99, processor)))"
  }

  /// So many things a second, and the processor time of each.
  func rate(of count: Int) -> String {
    let each = Double(processorNanoseconds) / 1000 / Double(count)
    return "\(Int(Double(count) * 1e9 / Double(nanoseconds))) a second, \(Int(each)) µs of processor time each"
  }

  private static func time(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
