// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofSQLite

@testable import TestKit
@testable import TestPictures
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

  @Test func `a kill after a commit that failed leaves an upload with its picture, or neither`() async throws {
    try await withReplica { replica, service, layer, _ in
      #expect(try replica.pendingEdits() == [])
      layer.fail(.synchronizationFails)
      await #expect(throws: WoofError.self) { try await replica.upload(Data(SampleJPEG.next())) }
      #expect(try Self.isWhole(try Self.killed(service, as: "killed while the disk fails")))
      layer.heal()
      await replica.start()
      #expect(try replica.pendingEdits() == [])
      let later = try Self.killed(service, as: "killed afterwards")
      #expect(try Self.isWhole(later) && later.edits == [])
    }
  }

  /// No digest would miss the photo: of one's own photos only those that are not public are compared by one.
  @Test func `a change of the live stream that the disk refused comes again, and none passes it`() async throws {
    try await withService(photos: 0) { service in
      let layer = try DatabaseLayer(isDurable: true)
      let client = service.woof.client(as: "ada")
      let replica = try PhotoReplica(
        folder: URL(fileURLWithPath: service.folder.path("phone")), connector: ReplicaConnector(client),
        scope: .windows(favourites: false), environment: ReplicaEnvironment(fileSystemName: layer.name))
      await replica.start()
      for await status in replica.statusUpdates where status == .idle { break }
      layer.fail(.synchronizationFails)
      let first = try await client.upload(
        PhotoUpload(file: service.picture("first.jpg"), visibility: .public), progress: nil
      ).photo
      for await status in replica.statusUpdates { if case .failed = status { break } }
      layer.heal()
      let second = try await client.upload(
        PhotoUpload(file: service.picture("second.jpg"), visibility: .public), progress: nil
      ).photo
      let witness = try await service.replica(device: "witness")
      try await witness.sync()
      await replica.start()
      try await replica.sync()
      #expect(Set(try replica.page(of: PhotoListQuery()).map(\.id)) == [first.id, second.id])
      await witness.close()
      await replica.close()
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `a replica says that its disk fails where a snapshot is to begin, and a sync throws that`() async throws {
    try await withService(photos: 1) { service in
      let layer = try DatabaseLayer(isDurable: true)
      var connector = ReplicaConnector(service.woof.client(as: "ada"))
      let base = connector.service
      connector.service = { FailingAsEventsBegin(base: base($0), layer: layer) }
      let replica = try PhotoReplica(
        folder: URL(fileURLWithPath: service.folder.path("phone")), connector: connector,
        environment: ReplicaEnvironment(fileSystemName: layer.name))
      try service.woof.faults.inject(.expiredToken, into: .get("/v1/events"), count: 1)
      await replica.start()
      for await status in replica.statusUpdates { if case .failed = status { break } }
      let error = try await failure { try await replica.sync() }
      #expect(error.code == .fileNotWritable)
      #expect(replica.status == .failed(SyncProblem(error)))
      await replica.close()
    }
  }

  /// Lets the disk fail when live changes are asked for.
  private struct FailingAsEventsBegin: ForwardingService {
    let base: any ReplicaService
    let layer: DatabaseLayer

    func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
      try await base.response(to: request)
    }

    func response<Request: APIRequest>(
      to request: Request, sent: (@Sendable (Int64) -> Void)?
    ) async throws -> Request.Response {
      try await base.response(to: request, sent: sent)
    }

    func events(
      since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
    ) -> PhotoEventSequence {
      layer.fail(.synchronizationFails)
      return base.events(since: token, reporting: report)
    }
  }

  /// What a kill leaves of a replica that is open.
  private struct Remains {
    let edits: [PendingEdit]
    let folder: String
  }

  private static func killed(_ service: TestService, as name: String) throws -> Remains {
    let folder = service.folder.path(name)
    try FileManager.default.copyItem(atPath: service.folder.path("phone"), toPath: folder)
    // The memory of those who have the file open goes with them.
    try FileManager.default.removeItem(atPath: "\(folder)/replica.db-shm")
    let file = try ReplicaFile(
      at: "\(folder)/replica.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(5)),
      fresh: ReplicaState(origin: "", device: "", scope: .everything))
    return Remains(edits: try file.read { try StoredEdit.all(in: $0, file.texts).map(\.edit) }, folder: folder)
  }

  private static func isWhole(_ remains: Remains) throws -> Bool {
    remains.edits.compactMap(\.stagedFile).allSatisfy {
      FileManager.default.fileExists(atPath: "\(remains.folder)/\($0)")
    }
  }
}
