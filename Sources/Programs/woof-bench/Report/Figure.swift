// SPDX-License-Identifier: Apache-2.0

/// A measured figure of a report.
struct Figure: Sendable {
  /// The name of the figure, in a few words.
  var name: String
  /// The unit of the figure, such as `ms`.
  var unit: String
  /// The samples of Woof.
  var woof: Samples
  /// The samples of the program beside it in the same run; `nil` if there is none.
  var reference: Samples?
  /// The bar that the figure has to meet; `nil` if it only informs.
  var bar: Bar?

  /// A measured figure, or one that only informs.
  init(_ name: String, _ unit: String, _ woof: Samples, beside reference: Samples? = nil, bar: Bar? = nil) {
    self.name = name
    self.unit = unit
    self.woof = woof
    self.reference = reference
    self.bar = bar
  }

  /// A figure that was measured once.
  init(_ name: String, _ unit: String, _ value: Double, bar: Bar? = nil) {
    self.init(name, unit, [value], bar: bar)
  }

  /// The median of the ratios of Woof's samples to those of the program beside it.
  ///
  /// `nil` if there is no such program, or nothing was measured.
  var ratio: Double? {
    guard let ratios = reference.map({ woof.ratios(to: $0) }), !ratios.values.isEmpty else { return nil }
    return ratios.median
  }

  /// `true` if the bar is met; `nil` if there is none.
  var isMet: Bool? {
    guard let bar else { return nil }
    let value: Double
    switch bar.subject {
    case .value: value = woof.values.isEmpty ? .nan : woof.median
    case .ratio: value = ratio ?? .nan
    }
    switch bar.side {
    case .atMost: return value <= bar.limit
    case .atLeast: return value >= bar.limit
    }
  }
}

/// A bar for a figure: the limit that it has to keep.
struct Bar: Sendable {
  enum Subject: Sendable {
    /// The median of Woof's samples.
    case value
    /// The ratio of Woof's samples to those of the program beside it.
    case ratio
  }

  enum Side: String, Sendable {
    case atMost = "≤"
    case atLeast = "≥"
  }

  var subject: Subject
  var side: Side
  var limit: Double

  static func atMost(_ limit: Double) -> Bar { Bar(subject: .value, side: .atMost, limit: limit) }
  static func atLeast(_ limit: Double) -> Bar { Bar(subject: .value, side: .atLeast, limit: limit) }
  static func ratioAtMost(_ limit: Double) -> Bar { Bar(subject: .ratio, side: .atMost, limit: limit) }
  static func ratioAtLeast(_ limit: Double) -> Bar { Bar(subject: .ratio, side: .atLeast, limit: limit) }
}
