// SPDX-License-Identifier: Apache-2.0

/// The service of a replica: requests, and the live stream, each sent once. The replica itself decides what is sent again.
package protocol ReplicaService: UploadService, EventService {}

/// The way from a replica to its service.
package struct ReplicaConnector: Sendable {
  /// Scheme, host and port of the service.
  package var origin: String
  /// The service for a replica of an account. A request that would be sent as another account fails with
  /// `WoofError.Code.otherAccount` before anything is sent; with `nil`, whoever signs in is asked who it is.
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
///
/// Routes that are open to everybody challenge nobody, and would answer as to nobody: whoever is not signed in yet is asked
/// for the credential first.
private struct BoundClient: ReplicaService {
  let client: WoofClient

  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    try await response(to: request, sent: nil)
  }

  func response<Request: APIRequest>(
    to request: Request, sent: (@Sendable (Int64) -> Void)?
  ) async throws -> Request.Response {
    if !(request is AccountRequest) { try await signIn() }
    return try await client.response(to: request, sent: sent)
  }

  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    PhotoEventSequence(SignedInEvents(service: self, token: token, report: report))
  }

  fileprivate func signIn() async throws {
    guard await client.signedInName() == nil else { return }
    _ = try await client.response(to: AccountRequest())
    guard await client.signedInName() == nil else { return }
    throw WoofError(
      .authenticationRequired, "A replica needs a credential that is kept while it is open: sign in with a store.")
  }
}

/// The live stream of a client that has signed in.
private struct SignedInEvents: AsyncSequence, Sendable {
  typealias Element = PhotoEvent

  let service: BoundClient
  let token: ChangeToken?
  let report: @Sendable (PhotoEventConnection) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(events: self) }

  struct Iterator: AsyncIteratorProtocol {
    let events: SignedInEvents
    var base: PhotoEventSequence.Iterator?

    mutating func next() async throws -> PhotoEvent? {
      if base == nil {
        try await events.service.signIn()
        base = events.service.client.events(since: events.token, reporting: events.report).makeAsyncIterator()
      }
      return try await base?.next()
    }
  }
}
