// SPDX-License-Identifier: Apache-2.0

/// The condition of the stores, for load balancers and operators. Its properties are cheap to read, even on an event
/// loop.
package protocol StoreCondition: Sendable {
  /// The reason why the stores cannot be relied on, as a sentence; `nil` if they can.
  var obstacle: String? { get }

  /// The work that the stores refuse at present although they serve, as a sentence; `nil` if they refuse nothing.
  var impairment: String? { get }
}
