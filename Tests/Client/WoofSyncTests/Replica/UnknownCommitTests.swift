// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient

@testable import TestKit
@testable import WoofSync
@testable import WoofTesting

/// Commits that fail although they have happened, as when the disk fails after all was written.
@Suite struct UnknownCommitTests {
  /// Runs `body` with a replica whose database can fail, in step with a service that has one photo. Nothing has been read from
  /// it: while a reader has the file open, a commit that failed has not happened.
  private func withReplica(
    _ body: (PhotoReplica, TestService, DatabaseLayer, PhotoID) async throws -> Void
  ) async throws {
    try await withService(photos: 1) { service in
      let layer = try DatabaseLayer(isDurable: true)
      let client = service.woof.client(as: "ada")
      let id = try #require(try await client.photos().first { _ in true }).id
      let replica = try PhotoReplica(
        folder: URL(fileURLWithPath: service.folder.path("phone")), connector: ReplicaConnector(client),
        environment: ReplicaEnvironment(fileSystemName: layer.name))
      try await replica.sync()
      try await body(replica, service, layer, id)
      await replica.close()
    }
  }

  @Test func `an edit of which nobody knew whether it is durable is sent when the disk is well`() async throws {
    try await withReplica { replica, service, layer, id in
      layer.fail(.synchronizationFails)
      await #expect(throws: WoofError.self) { try await replica.setFavourite(true, for: id) }
      layer.heal()
      #expect(try replica.pendingEdits().map(\.change) == [.favourite(true)])
      try await replica.sync()
      #expect(try replica.pendingEdits() == [])
      #expect(try await service.woof.client().photo(id).favouriteCount == 1)
    }
  }

  @Test func `the handle of an edit that was replaced by a commit of which nobody knew is told so`() async throws {
    try await withReplica { replica, _, layer, id in
      let first = try await replica.setFavourite(true, for: id)
      layer.fail(.synchronizationFails)
      await #expect(throws: WoofError.self) { try await replica.setFavourite(false, for: id) }
      layer.heal()
      try await replica.sync()
      #expect(try await first.outcome == .replaced)
    }
  }
}
