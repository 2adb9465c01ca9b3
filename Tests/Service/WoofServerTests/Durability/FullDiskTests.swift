// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import Synchronization
import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// A service that keeps a reserve, on a disk that is full.
@Suite(.overEachProtocol) struct FullDiskTests {
  @Test func `on a full disk owners can delete, and uploads wait until the reserve is whole`() async throws {
    let (files, faults) = (FaultyFileSystem(), try DatabaseFaults())
    try await withService(files: files, database: faults, reserve: "80KB") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try service.client().get("/readyz").text == "ready\n")
      faults.fail(.write, SQLITE_FULL)
      files.decide { call, _ in
        if call.name == "unlink", call.path?.contains("/reserve/") == true { faults.heal() }
        return call.name == "fallocate" ? .failure(ENOSPC) : .success
      }
      #expect(try ada.setFavourite(id).status == 507)
      #expect(try ada.delete("/v1/photos/\(id)").status == 204)
      let ready = try service.client().get("/readyz")
      #expect(ready.status == 200 && ready.text.hasPrefix("ready, degraded: "))
      #expect(try service.metrics().contains("\nwoof_disk_reserve_missing_bytes 10000\n"))
      #expect(try service.metrics().contains("\nwoof_disk_reserve_given_up_total 1\n"))
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.next()).problem == "insufficient-storage")
      files.heal()
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.next()).status == 201)
      #expect(try service.client().get("/readyz").text == "ready\n")
    }
  }
}
