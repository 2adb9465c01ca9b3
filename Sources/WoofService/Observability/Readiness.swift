internal import Synchronization

/// Whether the service takes requests, for load balancers that ask.
final class Readiness: Sendable {
  private let isDraining = Atomic(false)

  /// Why the service is not ready, as a sentence; `nil` where it is.
  var obstacle: String? { isDraining.load(ordering: .relaxed) ? "The service is going away." : nil }

  /// From now on the service is not ready.
  func startDraining() { isDraining.store(true, ordering: .relaxed) }
}
