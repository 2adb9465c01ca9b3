/// What a subject remembers of the values sent.
protocol SubjectMemory<Output> {
  /// The values of the subject.
  associatedtype Output

  /// Whether it remembers any.
  static var keepsValue: Bool { get }

  /// The latest value, if it is remembered.
  var latest: Output? { get }

  /// Learns of a value that has been sent.
  mutating func note(_ value: Output)
}

/// The memory of a subject that has none.
struct NoMemory<Output>: SubjectMemory {
  static var keepsValue: Bool { false }

  var latest: Output? { nil }

  func note(_ value: Output) {}
}

/// The memory of a subject that keeps its latest value.
struct LatestValue<Output>: SubjectMemory {
  static var keepsValue: Bool { true }

  var value: Output

  var latest: Output? { value }

  mutating func note(_ value: Output) {
    self.value = value
  }
}
