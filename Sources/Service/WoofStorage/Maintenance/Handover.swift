internal import Synchronization

/// A place through which one thread hands a value to another.
final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Puts a value in.
  func put(_ value: Value) { self.value.withLock { $0 = value } }

  /// Takes the value out; `nil` where there is none.
  func take() -> Value? { value.withLock { $0.take() } }
}
