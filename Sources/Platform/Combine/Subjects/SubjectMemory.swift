// SPDX-License-Identifier: Apache-2.0

/// The memory of a subject for the values that were sent: none, or the latest one.
@usableFromInline protocol SubjectMemory<Output> {
  /// The values of the subject.
  associatedtype Output

  /// `true` if the subject remembers its latest value.
  static var keepsValue: Bool { get }

  /// The latest value, if it is remembered.
  var latest: Output? { get }

  /// Learns of a value that has been sent.
  mutating func note(_ value: Output)
}

/// The memory of a subject that has none.
@usableFromInline struct NoMemory<Output>: SubjectMemory {
  @inlinable init() {}

  @inlinable static var keepsValue: Bool { false }

  @inlinable var latest: Output? { nil }

  @inlinable func note(_ value: Output) {}
}

/// The memory of a subject that keeps its latest value.
@usableFromInline struct LatestValue<Output>: SubjectMemory {
  @inlinable static var keepsValue: Bool { true }

  @usableFromInline var value: Output

  @inlinable init(value: Output) {
    self.value = value
  }

  @inlinable var latest: Output? { value }

  @inlinable mutating func note(_ value: Output) {
    self.value = value
  }
}
