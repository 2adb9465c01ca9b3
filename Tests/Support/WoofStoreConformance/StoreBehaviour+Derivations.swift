// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let derivationBehaviours = [
    StoreBehaviour("a photo that awaits derivation is due at once, and until that has ended") { stores in
      var draft = Sample.draft(1, by: try await stores.account("ada"))
      draft.awaitsDerivation = true
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      #expect(try await due(stores, at: 0) == [Derivation(photo: draft.id)])
      #expect(try await stores.derivations.derivationCount() == 1)
      #expect(try await stores.derivations.nextDerivationTime() != nil)
      _ = try await stores.derivations.keep(PhotoDerivatives(placeholder: "YQ=="), of: draft.id, .unchanged)
      #expect(try await stores.derivations.derivationCount() == 1)
      _ = try await stores.derivations.keep(PhotoDerivatives(), of: draft.id, .ended(isAnew: false))
      #expect(try await due(stores, at: 0).isEmpty)
      #expect(try await stores.derivations.nextDerivationTime() == nil)
    },
    StoreBehaviour("a derivation that is put off is due when its time has come") { stores in
      let owner = try await stores.account("ada")
      for number in 1...2 { try await stores.add(number, by: owner) }
      for number in 1...2 { #expect(try await stores.derivations.queueDerivation(of: Sample.photoID(number))) }
      try await stores.derivations.postponeDerivation(of: Sample.photoID(1), attempts: 3, until: Sample.time(1000))
      #expect(try await due(stores, at: 999) == [Derivation(photo: Sample.photoID(2), isAnew: true)])
      try await stores.derivations.endDerivation(of: Sample.photoID(2), isAnew: true)
      #expect(try await stores.derivations.nextDerivationTime() == Sample.time(1000))
      #expect(
        try await due(stores, at: 1000) == [Derivation(photo: Sample.photoID(1), attempts: 3, isAnew: true)])
    },
    StoreBehaviour("a photo that is to be derived anew since its turn began still waits when the turn has ended") {
      stores in
      var draft = Sample.draft(1, by: try await stores.account("ada"))
      draft.awaitsDerivation = true
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      #expect(try await stores.derivations.queueDerivation(of: draft.id))
      _ = try await stores.derivations.keep(PhotoDerivatives(), of: draft.id, .ended(isAnew: false))
      try await stores.derivations.endDerivation(of: draft.id, isAnew: false)
      #expect(try await due(stores, at: 0) == [Derivation(photo: draft.id, isAnew: true)])
      _ = try await stores.derivations.keep(PhotoDerivatives(), of: draft.id, .ended(isAnew: true))
      #expect(try await due(stores, at: 0).isEmpty)
    },
    StoreBehaviour("all photos that are there can be queued, in pages") { stores in
      let owner = try await stores.account("ada")
      for number in 1...4 { try await stores.add(number, by: owner) }
      try await stores.edit(Sample.photoID(2), .deletion)
      let first = try await stores.derivations.queueDerivations(after: nil, limit: 2)
      #expect(first == [Sample.photoID(1), Sample.photoID(3)])
      #expect(try await stores.derivations.queueDerivations(after: first.last, limit: 2) == [Sample.photoID(4)])
      #expect(try await stores.derivations.derivationCount() == 3)
      #expect(try await !stores.derivations.queueDerivation(of: Sample.photoID(2)))
      #expect(try await !stores.derivations.queueDerivation(of: Sample.photoID(9)))
    },
    StoreBehaviour("photos that wait for being derived anew are counted, and may be let wait for what they miss only") {
      stores in
      let owner = try await stores.account("ada")
      for number in 1...3 { try await stores.add(number, by: owner) }
      _ = try await stores.derivations.queueDerivations(after: nil, limit: 9)
      try await stores.derivations.postponeDerivation(of: Sample.photoID(3), attempts: 1, until: Sample.time(1000))
      let all = try await stores.derivations.anewDerivationCounts(of: nil)
      #expect(all == AnewCounts(untriedCount: 2, failedCount: 1))
      try await stores.derivations.withdrawAnew(Sample.photoID(1))
      #expect(try await stores.derivations.anewDerivationCounts(of: Sample.photoID(1)) == AnewCounts())
      #expect(try await stores.derivations.anewDerivationCounts(of: Sample.photoID(2)).untriedCount == 1)
      try await stores.derivations.withdrawAnew(nil)
      #expect(try await stores.derivations.anewDerivationCounts(of: nil) == AnewCounts())
      #expect(try await stores.derivations.derivationCount() == 3)
    },
    StoreBehaviour("photos that nothing could derive from wait once something can, but for those that lack nothing") {
      stores in
      let owner = try await stores.account("ada")
      let thumb = VariantSpecification(name: "thumb", width: 9, height: 9, type: .webp, quality: 9)
      for number in 1...5 {
        var draft = Sample.draft(number, by: owner)
        draft.isUnseen = number > 1
        if number == 4 {
          let variant = PhotoRecord.Variant(
            digest: Sample.digest(40), byteCount: 4, type: .webp, width: 9, height: 9, specification: thumb.identity,
            transformers: "")
          draft.derivatives = PhotoDerivatives(
            placeholder: "YQ==", partHashes: Sample.partHashes(1), variants: ["thumb": variant])
        }
        _ = try await stores.records.addPhoto(draft, idempotency: nil)
      }
      #expect(try await stores.derivations.derivationCount() == 0)
      try await stores.edit(Sample.photoID(3), .deletion)
      #expect(try await stores.derivations.queueUnseen(lacking: [thumb], limit: 2))
      #expect(try await due(stores, at: 0).map(\.photo) == [Sample.photoID(2)])
      #expect(try await !stores.derivations.queueUnseen(lacking: [thumb], limit: 2))
      #expect(try await due(stores, at: 0).map(\.photo) == [2, 5].map { Sample.photoID($0) })
      for number in [2, 5] { try await stores.derivations.endDerivation(of: Sample.photoID(number), isAnew: false) }
      #expect(try await !stores.derivations.queueUnseen(lacking: [thumb], limit: 9))
      #expect(try await stores.derivations.derivationCount() == 0)
    },
    StoreBehaviour("photos that are let go wait again once something derives, and those to be derived anew wait on") {
      stores in
      let owner = try await stores.account("ada")
      for number in 1...4 {
        var draft = Sample.draft(number, by: owner)
        draft.awaitsDerivation = number > 1
        _ = try await stores.records.addPhoto(draft, idempotency: nil)
      }
      #expect(try await stores.derivations.queueDerivation(of: Sample.photoID(3)))
      #expect(try await stores.derivations.releaseDerivations(limit: 1))
      #expect(try await stores.derivations.releaseDerivations(limit: 1))
      #expect(try await !stores.derivations.releaseDerivations(limit: 1))
      #expect(try await due(stores, at: 0) == [Derivation(photo: Sample.photoID(3), isAnew: true)])
      #expect(try await !stores.derivations.queueUnseen(lacking: [], limit: 9))
      #expect(try await due(stores, at: 0).map(\.photo) == [2, 3, 4].map { Sample.photoID($0) })
    },
    StoreBehaviour("photos are found by the bytes of their original, by those who may know of them") { stores in
      var owners: [Principal] = []
      for name in ["ada", "bob", "cleo", "dan"] { owners.append(try await stores.account(name)) }
      for (index, visibility) in [Visibility.public, .private, .unlisted].enumerated() {
        var draft = Sample.draft(index + 1, by: owners[index])
        draft.original.digest = Sample.digest(1)
        draft.visibility = visibility
        _ = try await stores.records.addPhoto(draft, idempotency: nil)
      }
      let found = { (owner: Principal, limit: Int) in
        Set(
          try await stores.derivations.photos(ofOriginal: Sample.digest(1), knownTo: owner.id, limit: limit))
      }
      let ids = (1...3).map { Sample.photoID($0) }
      #expect(try await found(owners[0], 9) == [ids[0]])
      #expect(try await found(owners[1], 9) == [ids[0], ids[1]])
      #expect(try await found(owners[1], 1).count == 1)
      #expect(try await found(owners[2], 9) == [ids[0], ids[2]])
      #expect(try await found(owners[3], 9) == [ids[0]])
      try await stores.edit(ids[0], .deletion)
      #expect(try await found(owners[1], 9) == [ids[1]])
      #expect(try await found(owners[3], 9).isEmpty)
    },
    StoreBehaviour("a deleted photo waits no longer") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      #expect(try await stores.derivations.queueDerivation(of: photo.id))
      try await stores.edit(photo.id, .deletion)
      #expect(try await stores.derivations.derivationCount() == 0)
    },
  ]

  private static func due(_ stores: StoresUnderTest, at time: Int64) async throws -> [Derivation] {
    try await stores.derivations.dueDerivations(at: Sample.time(time), limit: 10)
  }
}
