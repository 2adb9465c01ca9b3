// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

/// Edits that are on their way to a photo while an upload makes another one of it.
@Suite struct MovedEditTests {
  /// A picture is added twice and liked. Before the like arrives, somebody deletes the photo, and the second upload makes a
  /// new one.
  @Test func `a like that comes too late for its photo reaches the one that the picture has become`() async throws {
    try await withReplica { replica, held, client in
      let picture = Data(SampleJPEG.next())
      let first = try await replica.upload(picture)
      let like = try await replica.setFavourite(true, for: first.photo)
      let second = try await replica.upload(picture)
      await replica.start()
      await held.likeArrival.wait()
      let old = try #require(try await client.photos().first { _ in true }).id
      try await client.deletePhoto(old)
      held.uploadGate.open()
      guard case .acknowledged(let photo?) = try await second.outcome else { throw TestFailure("it was not uploaded") }
      #expect(photo.id != old)
      held.likeGate.open()
      guard case .acknowledged(let liked?) = try await like.outcome else { throw TestFailure("the like was not taken") }
      #expect(liked.id == photo.id)
      #expect(try await client.photo(photo.id).favouriteCount == 1)
    }
  }

  private func withReplica(_ body: (PhotoReplica, HeldRequests, WoofClient) async throws -> Void) async throws {
    try await withService(photos: 0) { service in
      let client = service.woof.client(as: "ada")
      var connector = ReplicaConnector(client)
      let held = HeldRequests(connector.service)
      connector.service = { held.service(of: $0) }
      let replica = try PhotoReplica(
        folder: URL(fileURLWithPath: service.folder.path("phone")), connector: connector,
        environment: ReplicaEnvironment())
      do {
        try await body(replica, held, client)
        await replica.close()
      } catch {
        await replica.close()
        throw error
      }
    }
  }
}

/// The service of a replica to which the second upload, and the first like, come when a test says so.
private final class HeldRequests: Sendable {
  let uploadGate = Gate()
  let likeGate = Gate()
  /// Open from the first like on.
  let likeArrival = Gate()
  private let secondUpload = Gate()
  private let base: @Sendable (String?) -> any ReplicaService
  private let uploadCount = Mutex(0)

  init(_ base: @escaping @Sendable (String?) -> any ReplicaService) { self.base = base }

  func service(of account: String?) -> any ReplicaService { Service(held: self, base: base(account)) }

  /// Holds up the second upload, and the first until there is the second.
  private func holdUpload() async {
    let number = uploadCount.withLock { count in
      count += 1
      return count
    }
    guard number > 1 else { return await secondUpload.wait() }
    secondUpload.open()
    await uploadGate.wait()
  }

  private struct Service: ForwardingService {
    let held: HeldRequests
    let base: any ReplicaService

    func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
      if request is FavouriteRequest {
        held.likeArrival.open()
        await held.likeGate.wait()
      }
      return try await base.response(to: request)
    }

    func response<Request: APIRequest>(
      to request: Request, sent: (@Sendable (Int64) -> Void)?
    ) async throws -> Request.Response {
      guard sent != nil else { return try await response(to: request) }
      await held.holdUpload()
      return try await base.response(to: request, sent: sent)
    }
  }
}
