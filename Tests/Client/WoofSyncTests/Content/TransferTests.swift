// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import WoofSync

@Suite struct TransferTests {
  @Test func `a transfer ends when nobody waits for it any more, and the next one who asks has another`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let id = photos[0].id
      let handle = try service.woof.faults.inject(
        .delay(.fixed(.seconds(3600))), into: .get("/v1/photos/*/original"))
      let asking = Task { try await replica.image(id) }
      try await service.woof.faults.happened(handle)
      asking.cancel()
      await #expect(throws: CancellationError.self) { try await asking.value }
      service.woof.faults.removeAll()
      _ = try await replica.image(id)
      await replica.close()
    }
  }

  @Test func `closing the replica ends transfers`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let id = photos[0].id
      let handle = try service.woof.faults.inject(
        .delay(.fixed(.seconds(3600))), into: .get("/v1/photos/*/original"))
      let asking = Task { try await replica.image(id) }
      try await service.woof.faults.happened(handle)
      await replica.close()
      await #expect(throws: CancellationError.self) { try await asking.value }
      #expect(service.files.isEmpty)
    }
  }

  @Test func `originals of pinned photos are fetched two at a time`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      await first.close()
      let client = service.woof.client(as: "ada")
      let transfers = CountingTransfers(client)
      var connector = ReplicaConnector(client)
      connector.transfers = { _ in transfers }
      let replica = try PhotoReplica(
        folder: first.folder, connector: connector, environment: ReplicaEnvironment())
      for photo in photos { try await replica.pin(photo.id) }
      try await replica.sync()
      await replica.core.pinsFetched()
      #expect(transfers.counts == (total: 3, most: 2))
      await replica.close()
    }
  }
}

/// Counts the downloads at a time; each waits until there are two.
private final class CountingTransfers: TransferService {
  private struct State {
    var running = 0
    var total = 0
    var most = 0
  }

  private let client: WoofClient
  private let two = Gate()
  private let state = Mutex(State())

  init(_ client: WoofClient) { self.client = client }

  var counts: (total: Int, most: Int) { state.withLock { ($0.total, $0.most) } }

  func download(_ bytes: PhotoBytes, to file: URL, progress: Progress?) async throws -> DownloadedPhoto {
    let running = state.withLock { state in
      (state.running, state.total) = (state.running + 1, state.total + 1)
      state.most = max(state.most, state.running)
      return state.running
    }
    defer { state.withLock { $0.running -= 1 } }
    if running == 2 { two.open() }
    await two.wait()
    return try await client.download(bytes, to: file, progress: progress)
  }

  func fetchPhoto(_ bytes: PhotoBytes, progress: Progress?) async throws -> FetchedPhoto {
    try await client.fetchPhoto(bytes, progress: progress)
  }

  func upload(_ upload: PhotoUpload, progress: Progress?) async throws -> UploadedPhoto {
    try await client.upload(upload, progress: progress)
  }
}
