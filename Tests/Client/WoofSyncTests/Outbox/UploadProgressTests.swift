// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

@Suite struct UploadProgressTests {
  /// A replica of ada's whose uploads stop after some bytes until a gate is opened.
  private func holding(
    sentByteCount: Int64 = 0, _ body: (TestService, PhotoReplica, HeldUploads) async throws -> Void
  ) async throws {
    try await withService(photos: 1) { service in
      var connector = ReplicaConnector(service.woof.client(as: "ada"))
      let held = HeldUploads(connector.service, sentByteCount: sentByteCount)
      connector.service = { held.service(of: $0) }
      let folder = URL(fileURLWithPath: service.folder.path("ada-phone"))
      let replica = try PhotoReplica(folder: folder, connector: connector, environment: ReplicaEnvironment())
      try await replica.sync()
      try await body(service, replica, held)
      held.gate.open()
      await replica.close()
    }
  }

  @Test func `an upload that is being sent tells how many of its bytes have been`() async throws {
    try await holding(sentByteCount: 100) { service, replica, held in
      let picture = try service.picture()
      let handle = try await replica.upload(fileAt: picture)
      #expect(replica.uploads.isEmpty && handle.progress?.sentByteCount == 0)
      await replica.start()
      await held.arrival.wait()
      let byteCount = Int64(try Data(contentsOf: picture).count)
      let expected = UploadProgress(
        number: handle.number, photo: handle.photo, sentByteCount: 100, byteCount: byteCount)
      #expect(replica.uploads == [expected] && handle.progress == expected)
      #expect(expected.fractionCompleted == 100 / Double(byteCount))
    }
  }

  @Test func `the updates of a handle end with all bytes when the service has the picture`() async throws {
    try await holding { service, replica, held in
      let handle = try await replica.upload(fileAt: try service.picture())
      held.gate.open()
      await replica.start()
      var last: UploadProgress?
      for await progress in handle.progressUpdates { last = progress }
      #expect(last?.sentByteCount == last?.byteCount && last?.fractionCompleted == 1)
      #expect(replica.uploads.isEmpty)
      guard case .acknowledged = try await handle.outcome else { throw TestFailure("it was not acknowledged") }
    }
  }

  @Test func `the client counts the bytes as they are sent`() async throws {
    try await holding { service, replica, held in
      let picture = try service.picture()
      try await replica.upload(fileAt: picture)
      held.gate.open()
      try await replica.sync()
      #expect(held.counts.last == Int64(try Data(contentsOf: picture).count))
    }
  }

  @Test func `a picture that goes in parts counts those before`() async throws {
    try await holding { service, replica, held in
      let picture = URL(fileURLWithPath: service.folder.path("large.jpg"))
      try Data(SampleJPEG.large(byteCount: 9 << 20)).write(to: picture)
      let handle = try await replica.upload(fileAt: picture)
      let counting = Task { await handle.progressUpdates.reduce(into: []) { $0.append($1.sentByteCount) } }
      held.gate.open()
      try await replica.sync()
      let counts = await counting.value
      #expect(counts == counts.sorted() && counts.last == handle.progress?.byteCount)
      #expect(held.counts.filter { $0 <= SteppedUpload.largestPart }.count > 1)
    }
  }

  @Test func `uploads that wait tell what the service had of them, also when the replica is opened again`() async throws
  {
    try await withService(photos: 0) { service in
      let picture = URL(fileURLWithPath: service.folder.path("large.jpg"))
      try Data(SampleJPEG.large(byteCount: 9 << 20)).write(to: picture)
      let replica = try await service.replica()
      let handle = try await replica.upload(fileAt: picture)
      let byteCount = try #require(handle.progress?.byteCount)
      #expect(try replica.pendingUploads().map(\.sentByteCount) == [0])
      let stall = try service.woof.faults.inject(
        .delay(.fixed(.seconds(3600))), into: RequestPattern(.patch, "/v1/uploads/*"), first: 2)
      await replica.start()
      try await service.woof.faults.happened(stall)
      let part = SteppedUpload.largestPart
      #expect(try replica.pendingUploads().map(\.byteCount) == [byteCount])
      await replica.close()
      let again = try await service.replica()
      let expected = UploadProgress(
        number: handle.number, photo: handle.photo, sentByteCount: part, byteCount: byteCount)
      #expect(try again.pendingUploads() == [expected] && again.uploads.isEmpty)
      service.woof.faults.removeAll()
      try await again.sync()
      #expect(try again.pendingUploads() == [])
      await again.close()
    }
  }

  @Test func `an upload that is discarded is no longer told of`() async throws {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      let handle = try await replica.upload(fileAt: try service.picture())
      let counting = Task { await handle.progressUpdates.reduce(into: []) { $0.append($1.sentByteCount) } }
      try await replica.discard(handle.number)
      #expect(await counting.value.allSatisfy { $0 == 0 })
      #expect(replica.uploads.isEmpty)
      await replica.close()
    }
  }

  @Test func `an upload with a problem is no longer told of, and is again when it is sent again`() async throws {
    try await holding(sentByteCount: 100) { service, replica, held in
      try service.woof.faults.inject(
        .response(.problem("forbidden", status: 403, title: "Forbidden", "No.")), into: .post("/v1/photos"))
      let handle = try await replica.upload(fileAt: try service.picture())
      held.gate.open()
      try await replica.sync()
      #expect(try replica.pendingEdits().first?.problem != nil && replica.uploads.isEmpty)
      service.woof.faults.removeAll()
      try await replica.retry(handle.number)
      try await replica.sync()
      #expect(handle.progress?.fractionCompleted == 1)
    }
  }

  @Test func `a like has no bytes to be counted`() async throws {
    try await holding { _, replica, _ in
      let handle = try await replica.setFavourite(true, for: try #require(try replica.page().first).id)
      #expect(handle.progress == nil)
      #expect(await handle.progressUpdates.first { _ in true } == nil)
    }
  }

  @Test func `updates end when the replica is closed`() async throws {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      let counting = Task { await replica.uploadUpdates.reduce(into: []) { $0.append($1) } }
      let handle = try await replica.upload(fileAt: try service.picture())
      let following = Task { for await _ in handle.progressUpdates {} }
      await replica.close()
      #expect(await counting.value.allSatisfy(\.isEmpty))
      await following.value
    }
  }
}

/// The service of a replica, whose requests with bytes of pictures wait for a gate.
private final class HeldUploads: Sendable {
  let gate = Gate()
  /// Open from the first request with bytes on.
  let arrival = Gate()
  private let base: @Sendable (String?) -> any ReplicaService
  private let sentByteCount: Int64
  private let told = Mutex<[Int64]>([])

  init(_ base: @escaping @Sendable (String?) -> any ReplicaService, sentByteCount: Int64) {
    self.base = base
    self.sentByteCount = sentByteCount
  }

  /// The numbers of bytes that were told.
  var counts: [Int64] { told.withLock { $0 } }

  func service(of account: String?) -> any ReplicaService { Service(held: self, base: base(account)) }

  fileprivate func note(_ count: Int64) { told.withLock { $0.append(count) } }

  private struct Service: ForwardingService {
    let held: HeldUploads
    let base: any ReplicaService

    func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
      try await base.response(to: request)
    }

    func response<Request: APIRequest>(
      to request: Request, sent: (@Sendable (Int64) -> Void)?
    ) async throws -> Request.Response {
      guard let sent else { return try await response(to: request) }
      sent(held.sentByteCount)
      held.arrival.open()
      await held.gate.wait()
      return try await base.response(to: request) { [held] count in
        held.note(count)
        sent(count)
      }
    }
  }
}
