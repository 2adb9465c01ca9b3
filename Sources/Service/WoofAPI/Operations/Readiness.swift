// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore

/// The readiness of the service to take requests, for load balancers that ask.
final class Readiness: Sendable {
  private let isDraining = Atomic(false)
  private let conditions: [any StoreCondition]

  /// Makes it.
  ///
  /// - Parameter conditions: The sources that tell if the stores can be relied on.
  init(conditions: [any StoreCondition] = []) { self.conditions = conditions }

  /// The reason for which the service is not ready, as a sentence; `nil` if it is.
  var obstacle: String? {
    if isDraining.load(ordering: .relaxed) { return "The service is going away." }
    return conditions.lazy.compactMap(\.obstacle).first
  }

  /// A sentence that says what the service refuses at present though it is ready; `nil` if it refuses nothing.
  var impairment: String? { conditions.lazy.compactMap(\.impairment).first }

  /// Makes the service not ready from now on.
  func startDraining() { isDraining.store(true, ordering: .relaxed) }
}
