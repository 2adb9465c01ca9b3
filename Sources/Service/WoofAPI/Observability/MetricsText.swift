// SPDX-License-Identifier: Apache-2.0

/// Something that `/metrics` shows.
package protocol MetricSource: Sendable {
  /// Appends its metrics; must not block the calling thread.
  func write(to text: inout MetricsText) async
}

/// Metrics in the text format of Prometheus (version 0.0.4).
package struct MetricsText: Sendable {
  /// A kind of metric.
  package enum Kind: String, Sendable {
    /// Only grows.
    case counter
    /// Goes up and down.
    case gauge
    /// Counts by classes of a size.
    case histogram
  }

  /// The text that has been written so far.
  package private(set) var text = ""

  /// Makes an empty text.
  package init() {}

  /// Begins a metric: its samples follow.
  package mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample.
  package mutating func sample(
    _ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: some CustomStringConvertible
  ) {
    text += name
    if !labels.isEmpty {
      text += "{" + labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  /// Adds a metric that has one sample.
  package mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some CustomStringConvertible) {
    begin(name, kind, help)
    sample(name, [:], value)
  }

  /// Adds the samples of a histogram.
  ///
  /// - Parameters:
  ///   - counts: The number of samples in each class, one more than there are bounds.
  ///   - bounds: The upper ends of the classes.
  ///   - sum: All sizes together.
  package mutating func histogram(
    _ name: String, _ labels: KeyValuePairs<String, String> = [:], counts: [Int], bounds: [Double], sum: Double
  ) {
    let prefix = labels.map { "\($0.key)=\"\(Self.escaped($0.value))\"," }.joined()
    var total = 0
    for (index, count) in counts.enumerated() {
      total += count
      let bound = index < bounds.count ? "\(bounds[index])" : "+Inf"
      text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
    }
    sample("\(name)_sum", labels, sum)
    sample("\(name)_count", labels, total)
  }

  private static func escaped(_ value: String) -> String {
    var escaped = ""
    for character in value {
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
