// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let quotaBehaviours = [
    StoreBehaviour("a photo for which its account has no room is not added, and says of which limit") { stores in
      let ada = try await stores.account("ada")
      try await stores.administration.setQuota(AccountQuota(byteCount: 2500, photoCount: 9), of: ada.name)
      for number in 1...2 { try await stores.add(number, by: ada) }
      let latest = stores.changes.latestSequence
      let error = await #expect(throws: WoofError.self) { try await stores.add(3, by: ada) }
      #expect(error?.code == .insufficientStorage)
      #expect(error?.details == ["limitName": "bytes", "limit": 2500, "used": 2000])
      #expect(stores.changes.latestSequence == latest)
      #expect(try await stores.records.photo(Sample.photoID(3)) == nil)
      let bob = try await stores.account("bob")
      try await stores.add(4, by: bob, bytes: 3)
    },
    StoreBehaviour("a photo that would not fit into an empty account is too large") { stores in
      let ada = try await stores.account("ada")
      try await stores.administration.setQuota(AccountQuota(byteCount: 999), of: ada.name)
      let error = await #expect(throws: WoofError.self) { try await stores.add(1, by: ada) }
      #expect(error?.code == .payloadTooLarge)
      #expect(error?.details == ["limitName": "bytes", "limit": 999, "used": 0])
    },
    StoreBehaviour("what is in the trash counts, so that it can be restored") { stores in
      let ada = try await stores.account("ada")
      try await stores.administration.setQuota(AccountQuota(photoCount: 1), of: ada.name)
      try await stores.add(1, by: ada)
      try await stores.edit(Sample.photoID(1), .deletion)
      let error = await #expect(throws: WoofError.self) { try await stores.add(2, by: ada) }
      #expect(error?.details == ["limitName": "photos", "limit": 1, "used": 1])
      _ = try await stores.administration.restorePhoto(Sample.photoID(1))
    },
    StoreBehaviour("bytes that are there already take no room") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.administration.setQuota(AccountQuota(byteCount: 0, photoCount: 0), of: ada.name)
      guard
        case .duplicate(photo) = try await stores.records.addPhoto(Sample.draft(2, by: ada, bytes: 1), idempotency: nil)
      else { throw Unexpected("the photo was taken for a new one") }
    },
    StoreBehaviour("what was set for an account counts before what counts for all, until it is cleared") { stores in
      let ada = try await stores.account("ada")
      var draft = Sample.draft(1, by: ada)
      draft.standardQuota = AccountQuota(photoCount: 0)
      await expectProblem(.insufficientStorage) { _ = try await stores.records.addPhoto(draft, idempotency: nil) }
      let own = AccountQuota(photoCount: AccountQuota.unlimited, uploadCount: 3)
      try await stores.administration.setQuota(own, of: ada.name)
      #expect(try await stores.administration.summary(of: ada.name)?.quota == own)
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      try await stores.administration.setQuota(AccountQuota(), of: ada.name)
      draft = Sample.draft(2, by: ada)
      draft.standardQuota = AccountQuota(photoCount: 1)
      await expectProblem(.insufficientStorage) { _ = try await stores.records.addPhoto(draft, idempotency: nil) }
      let nobody = try #require(AccountName("nobody"))
      await expectProblem(.notFound) { try await stores.administration.setQuota(own, of: nobody) }
    },
  ]
}
