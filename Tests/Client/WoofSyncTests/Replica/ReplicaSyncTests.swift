// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

@Suite struct ReplicaSyncTests {
  @Test func `a new replica gets what the account sees`() async throws {
    try await withService(photos: 3) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let photos = try replica.page()
      #expect(photos.map(\.metadata.caption) == ["photo 3", "photo 2", "photo 1"])
      #expect(await replica.account == "ada")
      await replica.close()
    }
  }

  @Test func `a like is shown at once, and counted once when the service has it`() async throws {
    try await withService(photos: 1) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let photo = try #require(try replica.page().first)
      let handle = try await replica.setFavourite(true, for: photo.id)
      let shown = try #require(try replica.photo(photo.id))
      #expect(shown.metadata.favouriteCount == 1 && shown.metadata.isFavourite == true && shown.isPending)

      try await replica.sync()
      guard case .acknowledged(let acknowledged?) = try await handle.outcome else { throw CancellationError() }
      #expect(acknowledged.favouriteCount == 1)
      let after = try #require(try replica.photo(photo.id))
      #expect(after.metadata.favouriteCount == 1 && !after.isPending)
      #expect(try replica.pendingEdits().isEmpty)
      await replica.close()
    }
  }

  @Test func `a picture that was added offline is uploaded, with what was done to it meanwhile`() async throws {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      try await replica.sync()
      await replica.setReachable(false)
      let handle = try await replica.upload(fileAt: try service.picture(), caption: "Rex", visibility: .public)
      try await replica.setFavourite(true, for: handle.photo)
      try await replica.edit(handle.photo, caption: "Rex at the lake")
      let shown = try #require(try replica.page(of: PhotoListQuery(.own)).first)
      #expect(shown.isUploading && shown.metadata.caption == "Rex at the lake" && shown.metadata.isFavourite == true)

      await replica.setReachable(true)
      try await replica.sync()
      let photo = try #require(try replica.page(of: PhotoListQuery(.own)).first)
      #expect(!photo.isUploading && photo.metadata.caption == "Rex at the lake" && photo.metadata.favouriteCount == 1)
      #expect(try replica.pendingEdits().isEmpty)
      await replica.close()
    }
  }

  @Test func `a picture that arrived without the app being told is shown once, and keeps what is done to it`()
    async throws
  {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      try service.woof.faults.inject(.cut(.response, after: 0, by: .reset), into: .post("/v1/photos"))
      let handle = try await replica.upload(fileAt: try service.picture(), caption: "Rex", visibility: .public)
      await #expect(throws: WoofError.self) { try await replica.sync() }
      await #expect(throws: WoofError.self) { try await replica.sync() }
      let photos = try replica.page(of: PhotoListQuery(.own))
      #expect(photos.map(\.isUploading) == [false] && photos.map(\.isPending) == [true])

      let photo = try #require(photos.first)
      try await replica.edit(photo.id, caption: "Rex at the lake")
      service.woof.faults.removeAll()
      try await replica.sync()
      guard case .acknowledged(let acknowledged?) = try await handle.outcome else { throw CancellationError() }
      #expect(acknowledged.id == photo.id)
      #expect(try replica.page(of: PhotoListQuery(.own)).map(\.metadata.caption) == ["Rex at the lake"])
      #expect(try replica.pendingEdits().isEmpty)
      await replica.close()
    }
  }

  @Test func `a picture that is deleted and added again is there in the end, however long the deletion takes`()
    async throws
  {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      let file = try service.picture()
      try await replica.upload(fileAt: file, caption: "Rex", visibility: .public)
      try await replica.sync()
      let old = try #require(try replica.page(of: PhotoListQuery(.own)).first).id
      let busy = StubbedResponse.problem("conflict", status: 409, title: "Conflict", "Somebody else is at it.")
      try service.woof.faults.inject(.response(busy), into: RequestPattern(.delete, "/v1/photos/*"), count: 1)
      try await replica.delete(old)
      let again = try await replica.upload(fileAt: file, caption: "Rex again", visibility: .public)
      try await replica.sync()
      guard case .acknowledged(let photo?) = try await again.outcome else { throw TestFailure("it was not uploaded") }
      #expect(photo.id != old)
      #expect(try replica.page(of: PhotoListQuery(.own)).map(\.id) == [photo.id])
      #expect(try await service.woof.client().photo(photo.id).caption == "Rex again")
      await replica.close()
    }
  }

  @Test func `live changes reach a replica that keeps in step`() async throws {
    try await withService(photos: 1) { service in
      let replica = try await service.replica()
      await replica.start()
      var updates = replica.photos().makeAsyncIterator()
      let id = try await service.woof.addPhoto(SampleJPEG.next(), by: "ben")
      while let update = try await updates.next(), !update.snapshot.contains(id) {}
      #expect(try replica.photo(id) != nil)
      await replica.close()
    }
  }

  @Test func `two devices converge, and the last like to arrive counts`() async throws {
    try await withService(photos: 1) { service in
      let (phone, tablet) = (try await service.replica(), try await service.replica(device: "tablet"))
      try await phone.sync()
      try await tablet.sync()
      let id = try #require(try phone.page().first).id
      try await phone.setFavourite(true, for: id)
      try await tablet.setFavourite(false, for: id)
      try await phone.sync()
      try await tablet.sync()
      try await phone.sync()
      #expect(try phone.photo(id)?.metadata.isFavourite == false)
      #expect(try phone.photo(id) == tablet.photo(id))
      await phone.close()
      await tablet.close()
    }
  }

  @Test func `a photo that was deleted on the service goes`() async throws {
    try await withService(photos: 2) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let id = try #require(try replica.page().first).id
      try await service.woof.client(as: "ben").deletePhoto(id)
      try await replica.sync()
      #expect(try replica.photo(id) == nil)
      #expect(try replica.page().count == 1)
      await replica.close()
    }
  }

  @Test func `edits survive closing and opening again`() async throws {
    try await withService(photos: 1) { service in
      let first = try await service.replica()
      try await first.sync()
      let id = try #require(try first.page().first).id
      try await first.setFavourite(true, for: id)
      await first.close()
      let second = try await service.replica()
      #expect(try second.photo(id)?.metadata.isFavourite == true)
      try await second.sync()
      #expect(try second.pendingEdits().isEmpty)
      let favourites = service.woof.client(as: "ada").favourites()
      #expect(try await favourites.first { _ in true }?.id == id)
      await second.close()
    }
  }

  @Test func `a replica of an account is never read as nobody, and somebody is asked once for all requests`()
    async throws
  {
    try await withService(photos: 1) { service in
      let first = try await service.replica()
      try await first.upload(fileAt: try service.picture(), visibility: .private)
      try await first.sync()
      await first.close()

      let signIn = ScriptedSignIn { _ in Credential(name: "ada", password: HarnessContents.password) }
      let client = WoofClient(
        baseURL: service.woof.url, session: service.woof.session(), signIn: SignIn(controller: signIn))
      let second = try await PhotoReplica.open(first.folder, client: client)
      try await second.setFavourite(true, for: try #require(try second.page().last).id)
      try await second.sync()
      #expect(try second.page(of: PhotoListQuery(.own)).count == 1)
      #expect(signIn.promptCount == 1)
      await second.close()
    }
  }

  @Test func `edits of one account are not sent as another`() async throws {
    try await withService(photos: 1) { service in
      let first = try await service.replica()
      try await first.sync()
      let id = try #require(try first.page().first).id
      try await first.setFavourite(true, for: id)
      await first.close()

      let signIn = ScriptedSignIn { _ in Credential(name: "ben", password: HarnessContents.password) }
      let client = WoofClient(
        baseURL: service.woof.url, session: service.woof.session(), signIn: SignIn(controller: signIn))
      let second = try await PhotoReplica.open(first.folder, client: client)
      let error = try await failure { try await second.sync() }
      #expect(error.code == .otherAccount)
      #expect(try second.pendingEdits().count == 1)
      #expect(try await service.woof.client().photo(id).favouriteCount == 0)
      await second.close()
    }
  }

  @Test func `a new replica belongs to whoever signs in first`() async throws {
    try await withService(photos: 1) { service in
      let name = Mutex("ada")
      let signIn = ScriptedSignIn { _ in Credential(name: name.withLock { $0 }, password: HarnessContents.password) }
      let folder = URL(fileURLWithPath: service.folder.path("first"))
      func client() -> WoofClient {
        WoofClient(baseURL: service.woof.url, session: service.woof.session(), signIn: SignIn(controller: signIn))
      }
      let first = try await PhotoReplica.open(folder, client: client())
      try await first.signIn()
      #expect(await first.account == "ada")
      try await first.upload(fileAt: try service.picture(), visibility: .private)
      await first.close()

      name.withLock { $0 = "ben" }
      let second = try await PhotoReplica.open(folder, client: client())
      #expect(await second.account == "ada")
      #expect(try await failure { try await second.signIn() }.code == .otherAccount)
      #expect(try await failure { try await second.sync() }.code == .otherAccount)
      #expect(try second.pendingEdits().count == 1)
      await second.close()
    }
  }

  @Test func `a list of one's own photos that was opened before anybody signed in shows them all the same`()
    async throws
  {
    try await withService(photos: 1) { service in
      let first = try await service.replica(device: "laptop")
      try await first.upload(fileAt: try service.picture(), visibility: .private)
      try await first.sync()
      let replica = try await service.replica(device: "tablet")
      var updates = replica.photos(.own).makeAsyncIterator()
      #expect(try await updates.next()?.snapshot.count == 0)
      try await replica.sync()
      #expect(try await updates.next()?.snapshot.count == 1)
      await replica.close()
      await first.close()
    }
  }

  @Test func `a folder is open once at a time, and the second is told who has it`() async throws {
    try await withService(photos: 0) { service in
      let first = try await service.replica()
      let error = try await failure { _ = try await service.replica() }
      #expect(error.code == .replicaInUse && error.message.contains("\(ProcessInfo.processInfo.processIdentifier)"))
      await first.close()
    }
  }

  @Test func `a sync with nothing new is one request`() async throws {
    try await withService(photos: 2) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let before = service.woof.journal.exchanges.count
      try await replica.sync()
      #expect(service.woof.journal.exchanges.count - before == 1)
      await replica.close()
    }
  }

  @Test func `a sync that nobody waits for any longer is cancelled`() async throws {
    try await withService(photos: 0) { service in
      let replica = try await service.replica()
      try await service.woof.takeDown()
      let waiting = Task { try await replica.sync() }
      for await status in replica.statusUpdates { if case .waiting = status { break } }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(replica.status == .stopped)
      await replica.close()
      try await service.woof.bringUp()
    }
  }
}
