/// A value that a service keeps, as far as its client can know it: the last acknowledged value, and one that was
/// requested since then without a response.
struct Possible<Value: Equatable & Sendable>: Sendable {
  /// The last acknowledged value.
  private(set) var known: Value
  /// The requested value, which the service may have taken or not; `nil` if there is none.
  private(set) var pending: Value?

  init(_ known: Value) { self.known = known }

  /// Notes that a value is requested.
  mutating func begin(_ value: Value) { pending = value }

  /// Notes that the requested value was acknowledged.
  mutating func settle() {
    known = pending ?? known
    pending = nil
  }

  /// Returns `true` if the service may have this value: the acknowledged or the requested one.
  func allows(_ value: Value) -> Bool { value == known || value == pending }

  /// Notes the value that the service was observed to have.
  mutating func adopt(_ value: Value) {
    known = value
    pending = nil
  }
}
