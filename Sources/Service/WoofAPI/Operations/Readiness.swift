internal import Synchronization
internal import WoofCore

/// Whether the service takes requests, for load balancers that ask.
final class Readiness: Sendable {
  private let isDraining = Atomic(false)
  private let conditions: [any StoreCondition]

  /// Makes it.
  ///
  /// - Parameter conditions: How the stores stand.
  init(conditions: [any StoreCondition] = []) { self.conditions = conditions }

  /// Why the service is not ready, as a sentence; `nil` where it is.
  var obstacle: String? {
    if isDraining.load(ordering: .relaxed) { return "The service is going away." }
    return conditions.lazy.compactMap(\.obstacle).first
  }

  /// A sentence that says what the service refuses at present though it is ready; `nil` if it refuses nothing.
  var impairment: String? { conditions.lazy.compactMap(\.impairment).first }

  /// From now on the service is not ready.
  func startDraining() { isDraining.store(true, ordering: .relaxed) }
}
