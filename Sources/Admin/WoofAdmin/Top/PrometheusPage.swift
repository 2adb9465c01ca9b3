// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A page of figures in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). Lines that are not figures are
/// left out.
struct PrometheusPage: Hashable, Sendable {
  /// One figure.
  struct Sample: Hashable, Sendable {
    var name: String
    var labels: [String: String]
    var value: Double
  }

  /// The figures, by their names.
  private let samples: [String: [Sample]]

  /// Reads a page.
  init(_ text: String) {
    var samples: [String: [Sample]] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if let sample = Self.sample(line) { samples[sample.name, default: []].append(sample) }
    }
    self.samples = samples
  }

  /// The figures of a name.
  subscript(name: String) -> [Sample] { samples[name] ?? [] }

  /// The sum of all figures of a name, or of those that a closure chooses.
  func sum(_ name: String, where isMeant: (Sample) -> Bool = { _ in true }) -> Double {
    self[name].reduce(0) { isMeant($1) ? $0 + $1.value : $0 }
  }

  /// The histogram of a name, of all its labels taken together, or of those that a closure chooses.
  func histogram(_ name: String, where isMeant: (Sample) -> Bool = { _ in true }) -> Histogram {
    var counts: [Double: Double] = [:]
    for sample in self["\(name)_bucket"] where isMeant(sample) {
      guard let bound = sample.labels["le"].flatMap(Self.number) else { continue }
      counts[bound, default: 0] += sample.value
    }
    return Histogram(counts: counts, sum: sum("\(name)_sum", where: isMeant))
  }

  private static func sample(_ line: Substring.UTF8View.SubSequence) -> Sample? {
    var rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
    let name = rest.prefix { ![UInt8(ascii: "{"), 0x20, 0x09].contains($0) }
    rest = rest[name.endIndex...]
    guard !name.isEmpty, let labels = Self.labels(&rest) else { return nil }
    let fields = rest.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard (1...2).contains(fields.count), let value = number(String(Substring(fields[0]))) else { return nil }
    return Sample(name: String(Substring(name)), labels: labels, value: value)
  }

  /// Takes labels, where there are any; `nil` where they are none.
  private static func labels(_ rest: inout Substring.UTF8View) -> [String: String]? {
    guard rest.first == UInt8(ascii: "{") else { return [:] }
    rest = rest.dropFirst()
    var labels: [String: String] = [:]
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: ",") }
      if rest.first == UInt8(ascii: "}") {
        rest = rest.dropFirst()
        return labels
      }
      let name = rest.prefix { $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...].dropFirst()
      guard !name.isEmpty, let value = quoted(&rest) else { return nil }
      labels[String(Substring(name))] = value
    }
  }

  private static func quoted(_ rest: inout Substring.UTF8View) -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      bytes.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped)
    }
    return nil
  }

  private static func number(_ text: String) -> Double? {
    switch text {
    case "+Inf": .infinity
    case "-Inf": -.infinity
    default: Double(text)
    }
  }
}

/// A histogram of measured values: the number of values up to each bound, and their sum.
struct Histogram: Hashable, Sendable {
  /// The number of values up to each bound, by the bound; the greatest bound is infinite.
  let counts: [Double: Double]
  /// The sum of all values.
  let sum: Double

  /// The number of all values.
  var count: Double { counts[.infinity] ?? counts.values.max() ?? 0 }
  /// The mean; `nil` where there were none.
  var mean: Double? { count > 0 ? sum / count : nil }

  /// Returns the histogram of the values since an earlier reading; of all values if counting has begun anew since then.
  func since(_ earlier: Histogram) -> Histogram {
    guard earlier.count <= count else { return self }
    return Histogram(
      counts: counts.reduce(into: [:]) { $0[$1.key] = max(0, $1.value - (earlier.counts[$1.key] ?? 0)) },
      sum: sum - earlier.sum)
  }

  /// Returns the value that the given part of all values does not exceed, interpolated between bounds; `nil` if there
  /// is none.
  func quantile(_ part: Double) -> Double? {
    let bounds = counts.keys.sorted()
    guard count > 0, part.isFinite else { return nil }
    let rank = min(1, max(0, part)) * count
    var below = (bound: 0.0, count: 0.0)
    for bound in bounds {
      let here = counts[bound] ?? 0
      guard here < rank else {
        guard bound.isFinite, here > below.count else { return below.bound }
        return below.bound + (bound - below.bound) * (rank - below.count) / (here - below.count)
      }
      below = (bound.isFinite ? bound : below.bound, here)
    }
    return below.bound
  }
}
