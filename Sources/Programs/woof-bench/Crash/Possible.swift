/// A value that a service keeps, as far as its client can know it: what was acknowledged last, and what was asked for
/// since then without an answer.
struct Possible<Value: Equatable & Sendable>: Sendable {
  /// What was acknowledged.
  private(set) var known: Value
  /// What was asked for, and may have come true or not.
  private(set) var pending: Value?

  init(_ known: Value) { self.known = known }

  /// Notes that a value is asked for.
  mutating func begin(_ value: Value) { pending = value }

  /// Notes that what was asked for was acknowledged.
  mutating func settle() {
    known = pending ?? known
    pending = nil
  }

  /// Whether the service may have this value.
  func allows(_ value: Value) -> Bool { value == known || value == pending }

  /// Notes what the service has been seen to have.
  mutating func adopt(_ value: Value) {
    known = value
    pending = nil
  }
}
