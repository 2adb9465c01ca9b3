// SPDX-License-Identifier: Apache-2.0

/// The service of a replica: requests, and the live stream, each sent once. The replica itself decides what is sent again.
package protocol ReplicaService: APIService, EventService {}

/// The way from a replica to its service.
package struct ReplicaConnector: Sendable {
  /// Scheme, host and port of the service.
  package var origin: String
  /// The service for a replica of an account. A request that would be sent as another account fails with
  /// ``WoofModel/WoofError/Code/otherAccount`` before anything is sent; with `nil`, whoever signs in is asked who it is.
  package var service: @Sendable (_ account: String?) -> any ReplicaService
  /// The service that transfers bytes of photos, for an account.
  package var transfers: @Sendable (_ account: String?) -> any TransferService

  /// Makes a connector.
  package init(
    origin: String, service: @escaping @Sendable (_ account: String?) -> any ReplicaService,
    transfers: @escaping @Sendable (_ account: String?) -> any TransferService
  ) {
    self.origin = origin
    self.service = service
    self.transfers = transfers
  }

  /// The connector of a client.
  init(_ client: WoofClient) {
    self.init(
      origin: client.origin, service: { BoundClient(client: client.sendingOnce(as: $0)) },
      transfers: { client.sending(as: $0) })
  }
}

/// A client that sends everything once, as one account.
private struct BoundClient: ReplicaService {
  let client: WoofClient

  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    try await client.response(to: request)
  }

  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    client.events(since: token, reporting: report)
  }
}
