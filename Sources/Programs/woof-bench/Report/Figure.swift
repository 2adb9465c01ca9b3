/// One thing that was measured.
struct Figure: Sendable {
  /// What it is, in a few words.
  var name: String
  /// In what it is measured.
  var unit: String
  /// What Woof gave.
  var woof: Samples
  /// What the program beside it gave in the same run.
  var reference: Samples?
  /// What it has to be.
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

  /// The median of what Woof gave by what the other gave.
  ///
  /// `nil` where there is no other, or nothing was measured.
  var ratio: Double? {
    guard let ratios = reference.map({ woof.ratios(to: $0) }), !ratios.values.isEmpty else { return nil }
    return ratios.median
  }

  /// Whether the bar is met; `nil` where there is none.
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

/// What a figure has to be.
struct Bar: Sendable {
  enum Subject: Sendable {
    /// What Woof gave.
    case value
    /// What Woof gave by what the other gave.
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
