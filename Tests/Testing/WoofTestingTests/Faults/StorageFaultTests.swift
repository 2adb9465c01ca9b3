// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Faults of storage and deaths of the service, met by the SDK.
struct StorageFaultTests {
  private static let picture = DrawnPicture(.png, seed: 9, padding: 100_000)

  @Test(arguments: HarnessProtocol.allCases)
  func `a full disk is reported and harms nothing`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let client = woof.client(as: "ada", retryPolicy: .never)
      let fault = try woof.faults.inject(.storage(.diskFull), into: .post("/v1/photos").signedIn, count: 1)
      let error = try await failure { _ = try await client.upload(data: Data(try Self.picture.bytes())) }
      #expect(error.code == .insufficientStorage)
      #expect(woof.faults.count(of: fault) == 1)
      let uploaded = try await client.upload(data: Data(try Self.picture.bytes()))
      #expect(uploaded.isNew)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a write that cannot be made durable is not acknowledged`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.isDurable = true }) { woof, photo in
      let client = woof.client(as: "ada", retryPolicy: .never)
      woof.failStorage(.synchronizationFails)
      let failed = try await failure { try await client.setFavourite(true, for: photo) }.code
      #expect(failed == .internal)
      _ = try await failure { _ = try await client.upload(data: Data(try Self.picture.bytes())) }
      woof.healStorage()
      try await woof.restart()
      let count = try await client.photo(photo).favouriteCount
      #expect(count == 0)
      let anotherCount = try await client.setFavourite(true, for: photo).favouriteCount
      #expect(anotherCount == 1)
    }
  }

  @Test(arguments: UploadPoint.allCases, HarnessProtocol.allCases)
  func `a service that dies during an upload has one photo after the client's retry`(
    point: UploadPoint, wire: HarnessProtocol
  ) async throws {
    try await withHarness(over: wire) { woof, photo in
      let fault = try woof.faults.inject(.kill(at: point), into: .post("/v1/photos").signedIn, count: 1)
      let client = woof.client(as: "ada")
      let uploaded = try await client.upload(data: Data(try Self.picture.bytes()))
      #expect(woof.faults.count(of: fault) == 1)
      var ids: [PhotoID] = []
      for try await photo in client.ownPhotos() { ids.append(photo.id) }
      #expect(Set(ids) == [photo, uploaded.photo.id])
      let digest = try await client.fetchPhoto(uploaded.photo).digest
      #expect(digest == uploaded.photo.digest)
    }
  }
}
