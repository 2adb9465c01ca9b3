// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let idempotencyBehaviours = [
    StoreBehaviour("a request with the same key gets what is kept of its response, and changes nothing") { stores in
      let owner = try await stores.account("ada")
      let draft = Sample.draft(1, by: owner)
      guard case .added(let record) = try await stores.records.addPhoto(draft, idempotency: claim(of: owner)) else {
        throw Unexpected("the photo was not new")
      }
      guard
        case .replayed(let response) = try await stores.records.addPhoto(
          Sample.draft(2, by: owner), idempotency: claim(of: owner))
      else { throw Unexpected("the answer was not replayed") }
      #expect(response == StoredResponse(fingerprint: Sample.digest(1), photo: record.id, isNew: true))
      #expect(try await stores.records.photo(Sample.photoID(2)) == nil)
      #expect(try await stores.records.storedResponse(to: claim(of: owner).key, at: Sample.time(0)) == response)
    },
    StoreBehaviour("a key that comes with another request is refused") { stores in
      let owner = try await stores.account("ada")
      _ = try await stores.records.addPhoto(Sample.draft(1, by: owner), idempotency: claim(of: owner))
      await expectProblem(.idempotencyKeyReused) {
        _ = try await stores.records.addPhoto(
          Sample.draft(2, by: owner), idempotency: claim(of: owner, fingerprint: 2))
      }
      #expect(try await stores.records.photo(Sample.photoID(2)) == nil)
    },
    StoreBehaviour("a key counts for one account") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      _ = try await stores.records.addPhoto(Sample.draft(1, by: ada), idempotency: claim(of: ada))
      guard
        case .added = try await stores.records.addPhoto(
          Sample.draft(2, by: bob), idempotency: claim(of: bob, fingerprint: 2))
      else { throw Unexpected("the key of another account counted") }
    },
    StoreBehaviour("a key that has expired counts no more") { stores in
      let owner = try await stores.account("ada")
      _ = try await stores.records.addPhoto(Sample.draft(1, by: owner), idempotency: claim(of: owner))
      let later = claim(of: owner, fingerprint: 2, at: 100)
      #expect(try await stores.records.storedResponse(to: later.key, at: later.time) == nil)
      guard case .added = try await stores.records.addPhoto(Sample.draft(2, by: owner), idempotency: later) else {
        throw Unexpected("the key still counted")
      }
      #expect(try await stores.records.storedResponse(to: later.key, at: later.time)?.fingerprint == Sample.digest(2))
    },
    StoreBehaviour("what is kept is kept under the second key too, also where the first one counted") { stores in
      let owner = try await stores.account("ada")
      let keys = ["second", "third", "fourth"].map { IdempotencyKey(account: owner.id, text: $0) }
      var claims = keys.map { _ in claim(of: owner) }
      for (index, key) in keys.enumerated() {
        claims[index].alias = IdempotencyClaim.Alias(key: key, expiresAt: Sample.time(Int64(index + 1) * 1_000))
      }
      claims[2].key = IdempotencyKey(account: owner.id, text: "again")
      _ = try await stores.records.addPhoto(Sample.draft(1, by: owner), idempotency: claims[0])
      _ = try await stores.records.addPhoto(Sample.draft(2, by: owner), idempotency: claims[1])
      _ = try await stores.records.addPhoto(Sample.draft(3, by: owner, bytes: 1), idempotency: claims[2])
      for (index, key) in keys.enumerated() {
        let response = try await stores.records.storedResponse(to: key, at: Sample.time(Int64(index + 1) * 1_000 - 1))
        #expect(response?.photo == Sample.photoID(1))
        #expect(response?.isNew == (index < 2))
        #expect(try await stores.records.storedResponse(to: key, at: Sample.time(Int64(index + 1) * 1_000)) == nil)
      }
    },
    StoreBehaviour("the answer to a duplicate is kept too") { stores in
      let owner = try await stores.account("ada")
      try await stores.add(1, by: owner)
      _ = try await stores.records.addPhoto(Sample.draft(2, by: owner, bytes: 1), idempotency: claim(of: owner))
      let response = try await stores.records.storedResponse(to: claim(of: owner).key, at: Sample.time(0))
      #expect(response?.isNew == false)
      #expect(response?.photo == Sample.photoID(1))
    },
  ]

  /// A claim that expires 100 milliseconds after its time.
  private static func claim(of owner: Principal, fingerprint: Int = 1, at time: Int64 = 0) -> IdempotencyClaim {
    IdempotencyClaim(
      key: IdempotencyKey(account: owner.id, text: "once"), fingerprint: Sample.digest(fingerprint),
      time: Sample.time(time), expiresAt: Sample.time(time + 100))
  }
}
