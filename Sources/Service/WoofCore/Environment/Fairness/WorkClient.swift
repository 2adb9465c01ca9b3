// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The client for whom blocking work is done, so that clients take turns where threads are too few.
///
/// Whoever handles a request sets ``current``; work that is handed over within is that client's.
package enum WorkClient: Hashable, Sendable {
  /// An account, from wherever it comes.
  case account(AccountID)
  /// Somebody who has not signed in, by the text of an address.
  case address(String)

  /// The client of the current task; `nil` where the service works for itself.
  @TaskLocal package static var current: WorkClient?
}

/// The lane in which the work of one client waits. The client is an account, a network whose people have not signed in
/// (a /24 of IPv4 or a /56 of IPv6), or the service itself.
package struct WorkLane: Hashable, Sendable {
  private enum Owner: Hashable, Sendable {
    case service
    case account(AccountID)
    case network(ClientNetwork.AddressBlock)
  }

  private let owner: Owner

  /// The lane of a client; the service's own where there is none.
  package init(_ client: WorkClient?) {
    switch client {
    case .account(let id): owner = .account(id)
    case .address(let text): owner = .network(ClientNetwork(text).block)
    case nil: owner = .service
    }
  }

  /// `true` if the lane is the service's own. No limit for clients applies to it, as the service bounds its own work.
  package var isOfService: Bool { owner == .service }
}
