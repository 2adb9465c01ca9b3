// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofSync

@Suite struct ImageCacheTests {
  @Test func `an original is fetched once, and given without a request from then on`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let fetched = try await replica.image(photos[0].id)
      #expect(try Digest(of: try Data(contentsOf: fetched)) == photos[0].metadata.digest)
      #expect(try await replica.image(photos[0].id) == fetched)
      #expect(try replica.cachedImage(photos[0].id) == fetched)
      #expect(service.originalRequests == 1)
      await replica.close()
    }
  }

  @Test func `a variant is kept beside the original`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      #expect(try replica.cachedImage(photos[0].id, variant: "thumb") == nil)
      let thumb = try await replica.image(photos[0].id, variant: "thumb")
      #expect(try replica.cachedImage(photos[0].id, variant: "thumb") == thumb)
      #expect(try replica.cachedImage(photos[0].id) == nil)
      let told = try #require(photos[0].metadata.variants?["thumb"])
      #expect(try Digest(of: try Data(contentsOf: thumb)) == told.digest)
      await replica.close()
    }
  }

  @Test func `bytes are here after the replica has been closed and opened again`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      _ = try await replica.image(photos[0].id)
      await replica.close()
      let again = try await service.replica()
      #expect(try again.cachedImage(photos[0].id) != nil)
      await again.close()
    }
  }

  @Test func `several who ask at once have the bytes loaded once`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let id = photos[0].id
      let files = try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await replica.image(id) } }
        return try await group.reduce(into: Set<URL>()) { $0.insert($1) }
      }
      #expect(files.count == 1)
      #expect(service.originalRequests == 1)
      await replica.close()
    }
  }

  @Test func `what was used least recently goes first`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      await first.close()
      let limit = photos.map(\.metadata.byteCount).sorted().suffix(2).reduce(0, +)
      let replica = try await service.replica(limit: limit)
      for photo in photos[0...1] { _ = try await replica.image(photo.id) }
      _ = try replica.cachedImage(photos[0].id)
      _ = try await replica.image(photos[2].id)
      #expect(try photos.map { try replica.cachedImage($0.id) != nil } == [true, false, true])
      #expect(service.files.count == 2)
      await replica.close()
    }
  }

  @Test func `a use before the replica was closed counts`() async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      for photo in photos[0...1] { _ = try await first.image(photo.id) }
      _ = try first.cachedImage(photos[0].id)
      await first.close()
      let replica = try await service.replica(limit: photos[0].metadata.byteCount)
      #expect(try photos.map { try replica.cachedImage($0.id) != nil } == [true, false, false])
      await replica.close()
    }
  }

  @Test(arguments: [Damage.changed, .cut, .missing])
  func `a damaged file is never given, and fetched anew`(damage: Damage) async throws {
    try await withImages { service in
      let (first, photos) = try await service.synchronized()
      let file = try await first.image(photos[0].id)
      await first.close()
      try damage.happen(to: file)
      let replica = try await service.replica()
      #expect(try replica.cachedImage(photos[0].id) == nil)
      let fetched = try await replica.image(photos[0].id)
      #expect(try Digest(of: try Data(contentsOf: fetched)) == photos[0].metadata.digest)
      #expect(service.originalRequests == 2)
      await replica.close()
    }
  }

  @Test func `a file that is cut while the replica is open is fetched anew`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      try Damage.cut.happen(to: try await replica.image(photos[0].id))
      #expect(try replica.cachedImage(photos[0].id) == nil)
      let fetched = try await replica.image(photos[0].id)
      #expect(try Digest(of: try Data(contentsOf: fetched)) == photos[0].metadata.digest)
      await replica.close()
    }
  }

  @Test(arguments: [true, false])
  func `without the service, bytes that are not here are said to be so`(isTold: Bool) async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      if isTold { await replica.setReachable(false) } else { try await service.woof.takeDown() }
      let error = try await failure { _ = try await replica.image(photos[0].id) }
      #expect(error.code == .bytesNotHere && error.message.contains("try again"), "\(error)")
      await replica.close()
    }
  }

  @Test func `the original of a picture that waits for its upload is its staged file`() async throws {
    try await withImages { service in
      let (replica, _) = try await service.synchronized()
      await replica.setReachable(false)
      let picture = try service.picture()
      let handle = try await replica.upload(fileAt: picture)
      #expect(try Data(contentsOf: try await replica.image(handle.photo)) == Data(contentsOf: picture))
      let error = try await failure { _ = try await replica.image(handle.photo, variant: "thumb") }
      #expect(error.code == .bytesNotHere && error.message.contains("not uploaded yet"), "\(error)")
      await replica.close()
    }
  }

  @Test func `of a photo that the replica does not have there are no bytes`() async throws {
    try await withImages { service in
      let (replica, _) = try await service.synchronized()
      let id = PhotoID(high: 1, low: 2)
      #expect(try replica.cachedImage(id) == nil)
      #expect(try await failure { _ = try await replica.image(id) }.code == .photoNotHere)
      await replica.close()
    }
  }

  @Test func `when a photo goes, its files go`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      let files = [try await replica.image(photos[0].id), try await replica.image(photos[0].id, variant: "thumb")]
      _ = try await replica.image(photos[1].id)
      try await service.woof.client(as: "ben").deletePhoto(photos[0].id)
      try await replica.sync()
      #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0.path) })
      #expect(service.files.count == 1)
      await replica.close()
    }
  }

  @Test func `what a crash left of bytes is removed when the replica is opened`() async throws {
    try await withImages { service in
      let (first, _) = try await service.synchronized()
      await first.close()
      try Data("half".utf8).write(to: first.folder.appendingPathComponent("files/0123.part"))
      try Data("lost".utf8).write(to: first.folder.appendingPathComponent("files/4567"))
      let replica = try await service.replica()
      #expect(service.files.isEmpty)
      await replica.close()
    }
  }

  @Test func `bytes that are not those of the metadata are refused, and not kept`() async throws {
    try await withImages { service in
      let (replica, photos) = try await service.synchronized()
      try service.woof.faults.inject(.corruptByte(.response, at: 40), into: .get("/v1/photos/*/original"))
      let error = try await failure { _ = try await replica.image(photos[0].id) }
      #expect([.digestMismatch, .unsupportedImage].contains(error.code), "\(error)")
      #expect(service.files.isEmpty)
      await replica.close()
    }
  }
}

/// Something that happens to a file on a failing disk.
enum Damage: CaseIterable {
  case changed, cut, missing

  func happen(to file: URL) throws {
    var data = try Data(contentsOf: file)
    switch self {
    case .changed: data[data.count / 2] ^= 0xFF
    case .cut: data.removeLast()
    case .missing: return try FileManager.default.removeItem(at: file)
    }
    try data.write(to: file)
  }
}
