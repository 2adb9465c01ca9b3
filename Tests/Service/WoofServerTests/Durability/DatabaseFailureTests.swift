// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// A database whose disk is full, or fails.
@Suite(.overEachProtocol) struct DatabaseFailureTests {
  /// What happens to the database, and how it is answered.
  enum Failure: CaseIterable, Sendable {
    case full
    case unsafe

    var status: Int { self == .full ? 507 : 500 }
    var problem: String { self == .full ? "insufficient-storage" : "internal" }

    func strike(_ faults: DatabaseFaults) {
      switch self {
      case .full: faults.fail(.write, SQLITE_FULL)
      // SQLITE_IOERR_FSYNC.
      case .unsafe: faults.fail(.synchronize, SQLITE_IOERR | 4 << 8)
      }
    }
  }

  @Test(arguments: Failure.allCases)
  func `a failed disk acknowledges no write, keeps reads working, and recovers`(
    failure: Failure
  ) async throws {
    let faults = try DatabaseFaults()
    try await withService(database: faults) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      let (photo, list) = try (ada.get("/v1/photos/\(id)").body, ada.get("/v1/photos").body)
      failure.strike(faults)
      let writes = [
        { try ada.setFavourite(id) }, { try ada.delete("/v1/photos/\(id)") },
        { try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"two"}"#) },
        { try ada.post("/v1/photos", [:], SampleJPEG.next()) },
        { try ada.send("PUT", "/v1/me/password", json: #"{"current":"tail wagging","new":"ears flapping"}"#) },
      ]
      for write in writes {
        let response = try write()
        #expect(response.status == failure.status)
        #expect(response.problem == failure.problem)
        for secret in ["sqlite", "SQL", "woof.db", "disk I/O"] { #expect(!response.text.contains(secret)) }
      }
      #expect(try ada.get("/v1/photos/\(id)").body == photo)
      #expect(try ada.get("/v1/photos").body == list)
      #expect(try ada.get("/v1/photos/\(id)/original").status == 200)
      faults.heal()
      #expect(try writes.map { try $0().status } == [200, 204, 410, 201, 204])
    }
  }

  @Test(arguments: Failure.allCases)
  func `acknowledged writes survive a failure and a restart, and others do not`(
    failure: Failure
  ) async throws {
    let folder = try TemporaryFolder()
    let faults = try DatabaseFaults()
    let id = try await withService(in: folder, database: faults) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=one")
      #expect(try ada.setFavourite(id).status == 200)
      failure.strike(faults)
      #expect(try ada.unsetFavourite(id).status == failure.status)
      #expect(try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"two"}"#).status == failure.status)
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.next()).status == failure.status)
      return id
    }
    faults.heal()
    try await withService(in: folder) { service in
      let ada = service.client(Credential("ada"))
      #expect(try ada.ids("/v1/photos") == [id])
      let photo = try ada.get("/v1/photos/\(id)").json()
      #expect(photo["caption"] == "one")
      #expect(photo["isFavourite"] == true)
      #expect(photo["favouriteCount"] == 1)
      #expect(try ada.get("/v1/photos/\(id)/original").status == 200)
    }
  }

  @Test func `no event shows a write that was not acknowledged`() async throws {
    let faults = try DatabaseFaults()
    try await withService(database: faults) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let reader = try EventReader(service)
      Failure.unsafe.strike(faults)
      #expect(try ada.setFavourite(id).status == 500)
      faults.heal()
      #expect(try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"two"}"#).status == 200)
      let change = try reader.change()
      #expect(change["caption"] == "two")
      #expect(change["favouriteCount"] == 0)
    }
  }
}
