// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

@Suite struct PinTests {
  @Test func `the original of a pinned photo is fetched after the next sync`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      try await replica.pin(photos[0].id)
      #expect(try replica.pinnedPhotos == [photos[0].id])
      #expect(try replica.cachedImage(photos[0].id) == nil)
      try await replica.sync()
      await replica.core.pinsFetched()
      #expect(try replica.cachedImage(photos[0].id) != nil)
      await replica.close()
    }
  }

  @Test func `a photo that is pinned while sync goes on is fetched at once`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      await replica.start()
      try await replica.sync()
      try await replica.pin(photos[0].id)
      await replica.core.pinsFetched()
      #expect(try replica.cachedImage(photos[0].id) != nil)
      await replica.close()
    }
  }

  @Test func `pinned originals stay beyond the limit, and the others go`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      try await first.pin(photos[0].id)
      try await first.sync()
      await first.core.pinsFetched()
      await first.close()
      let replica = try await service.replica(limit: photos[1].metadata.byteCount)
      _ = try await replica.image(photos[1].id)
      _ = try await replica.image(photos[2].id)
      #expect(try photos.map { try replica.cachedImage($0.id) != nil } == [true, false, true])
      await replica.close()
    }
  }

  @Test func `what is unpinned goes when others need the room`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      try await first.pin(photos[0].id)
      try await first.sync()
      await first.core.pinsFetched()
      await first.close()
      let replica = try await service.replica(limit: photos[1].metadata.byteCount)
      try await replica.unpin(photos[0].id)
      #expect(try replica.pinnedPhotos.isEmpty)
      _ = try await replica.image(photos[1].id)
      #expect(try replica.cachedImage(photos[0].id) == nil)
      await replica.close()
    }
  }

  @Test func `an original that cannot be fetched does not hold up sync or the others`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      for photo in photos { try await replica.pin(photo.id) }
      try service.woof.faults.inject(
        .serverError(404), into: .get("/v1/photos/\(photos[0].id)/original"))
      try await replica.sync()
      await replica.core.pinsFetched()
      #expect(try photos.map { try replica.cachedImage($0.id) != nil } == [false, true, true])
      await replica.close()
    }
  }

  @Test func `a pinned original that has gone from the disk is fetched anew`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      try await first.pin(photos[0].id)
      let file = try await first.image(photos[0].id)
      await first.close()
      try Damage.missing.happen(to: file)
      let replica = try await service.replica()
      try await replica.sync()
      await replica.core.pinsFetched()
      #expect(try replica.cachedImage(photos[0].id) != nil)
      await replica.close()
    }
  }

  @Test func `when a pinned photo goes, its pin and its file go`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      try await replica.pin(photos[0].id)
      _ = try await replica.image(photos[0].id)
      try await service.woof.client(as: "ben").deletePhoto(photos[0].id)
      try await replica.sync()
      #expect(try replica.pinnedPhotos.isEmpty)
      #expect(service.files.isEmpty)
      await replica.close()
    }
  }

  @Test func `the pin of a picture that waits for its upload is that of the photo it becomes`() async throws {
    try await withImages { service in
      let (replica, _) = try await service.synchronized()
      await replica.setReachable(false)
      let handle = try await replica.upload(fileAt: try service.picture())
      try await replica.pin(handle.photo)
      await replica.setReachable(true)
      try await replica.sync()
      await replica.core.pinsFetched()
      let photo = try #require(try replica.page(of: PhotoListQuery(.own)).first)
      #expect(photo.id != handle.photo)
      #expect(try replica.pinnedPhotos == [photo.id])
      #expect(try replica.cachedImage(photo.id) != nil)
      await replica.close()
    }
  }

  @Test func `a photo that the replica does not have cannot be pinned`() async throws {
    try await withImages { service in
      let (replica, _) = try await service.synchronized()
      #expect(try await failure { try await replica.pin(PhotoID(high: 1, low: 2)) }.code == .photoNotHere)
      await replica.close()
    }
  }

  @Test func `pinned photos are missing until their originals have come, and when their files are lost`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let id = photos[0].id
      try await replica.pin(id)
      #expect(try await replica.missingPinnedPhotos == [id])
      let file = try await replica.image(id)
      #expect(try await replica.missingPinnedPhotos.isEmpty)
      try Damage.missing.happen(to: file)
      #expect(try await replica.missingPinnedPhotos == [id])
      await replica.close()
    }
  }
}
