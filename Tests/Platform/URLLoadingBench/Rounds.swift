// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the sides took in several rounds.
struct Rounds {
  private var names: [String] = []
  private var measurements: [String: [Measurement]] = [:]

  /// Notes what one side took in one round, and prints it.
  mutating func note(_ name: String, _ measurement: Measurement) {
    if measurements[name] == nil { names.append(name) }
    measurements[name, default: []].append(measurement)
    print(measurement.describe(name))
  }

  /// Prints each side's round in the middle, and how the others compare with it.
  func summarize() {
    print("In the middle of \(measurements.values.map(\.count).max() ?? 0) rounds:")
    for name in names {
      guard let own = median(of: name) else { continue }
      let others = names.filter { $0 != name }.compactMap { other in
        median(of: other).map { String(format: "%.0f %% of %@", own.rate / $0.rate * 100, other) }
      }
      print(own.describe(name))
      if !others.isEmpty { print("  " + others.joined(separator: ", ")) }
    }
  }

  private func median(of name: String) -> Measurement? {
    guard let all = measurements[name]?.sorted(by: { $0.elapsed / Double($0.count) < $1.elapsed / Double($1.count) })
    else { return nil }
    return all.isEmpty ? nil : all[all.count / 2]
  }
}
