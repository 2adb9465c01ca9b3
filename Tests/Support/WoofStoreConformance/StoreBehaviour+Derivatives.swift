// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let derivativeBehaviours = [
    StoreBehaviour("what is derived before a photo is added is in its record from the first") { stores in
      let owner = try await stores.account("ada")
      var draft = Sample.draft(1, by: owner)
      draft.annotations = PhotoAnnotations(location: PhotoLocation(latitude: 1.5, longitude: 2), title: "Rex")
      draft.derivatives = PhotoDerivatives(
        placeholder: "YWI=", averageColour: "#102030", perceptualHash: PerceptualHash(rawValue: .max),
        pluginAnnotations: ["dogs.count": 2], variants: ["thumb": Sample.variant(7)])
      guard case .added(let added) = try await stores.records.addPhoto(draft, idempotency: nil) else {
        throw Unexpected("the photo was not new")
      }
      #expect(added.placeholder == "YWI=")
      #expect(added.averageColour == "#102030")
      #expect(added.perceptualHash == PerceptualHash(rawValue: .max))
      #expect(added.variants == ["thumb": Sample.variant(7)])
      #expect(added.version == 1)
      #expect(try await stores.records.photo(draft.id) == added)
      var annotations = draft.annotations
      annotations.plugins = ["dogs.count": 2]
      #expect(try await stores.derivations.annotations(of: draft.id) == annotations)
      #expect(try await stores.derivations.derivationCount() == 0)
    },
    StoreBehaviour("what is derived later is a change of the photo, and the same once more is none") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      let derivatives = PhotoDerivatives(averageColour: "#102030", variants: ["thumb": Sample.variant(7)])
      let kept = try #require(try await stores.derivations.keep(derivatives, of: photo.id, .ended(isAnew: false)))
      #expect(kept.version == photo.version + 1)
      #expect(kept.metadataSequence > photo.metadataSequence)
      #expect(stores.changes.latestSequence == kept.sequence)
      #expect(kept.variants == ["thumb": Sample.variant(7)])
      #expect(try await stores.derivations.keep(derivatives, of: photo.id, .ended(isAnew: false)) == kept)
      #expect(try await stores.records.photo(photo.id) == kept)
    },
    StoreBehaviour("what is derived leaves favourites and captions alone") { stores in
      let owner = try await stores.account("ada")
      let photo = try await stores.add(1, by: owner)
      try await stores.like(photo.id, by: owner)
      try await stores.edit(photo.id, PhotoEdit(caption: "Bella"))
      _ = try await stores.derivations.keep(PhotoDerivatives(placeholder: "YQ=="), of: photo.id, .unchanged)
      try await stores.like(photo.id, by: owner, false)
      let found = try #require(try await stores.records.photo(photo.id))
      #expect(found.caption == "Bella")
      #expect(found.placeholder == "YQ==")
      #expect(found.favouriteCount == 0)
    },
    StoreBehaviour("a variant is replaced by one of its name, and can be taken away") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      for number in [7, 8] {
        let derivatives = PhotoDerivatives(variants: ["thumb": Sample.variant(number), "big": Sample.variant(9)])
        _ = try await stores.derivations.keep(derivatives, of: photo.id, .unchanged)
      }
      #expect(try await stores.records.photo(photo.id)?.variants["thumb"] == Sample.variant(8))
      let left = try await stores.derivations.dropVariants(["thumb", "never"], of: photo.id)
      #expect(left?.variants == ["big": Sample.variant(9)])
      #expect(try await stores.derivations.dropVariants(["thumb"], of: photo.id) == left)
    },
    StoreBehaviour("metadata and plugins' annotations are kept apart, and each can come anew") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      _ = try await stores.derivations.keep(
        PhotoDerivatives(metadata: PhotoAnnotations(title: "Rex"), pluginAnnotations: ["a.b": true]), of: photo.id,
        .unchanged)
      _ = try await stores.derivations.keep(PhotoDerivatives(pluginAnnotations: ["a.c": 1]), of: photo.id, .unchanged)
      let found = try await stores.derivations.annotations(of: photo.id)
      #expect(found == PhotoAnnotations(title: "Rex", plugins: ["a.c": 1]))
    },
    StoreBehaviour("a deleted photo has nothing that was derived from it, and gets nothing more") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      let derivatives = PhotoDerivatives(
        placeholder: "YQ==", perceptualHash: PerceptualHash(rawValue: 1), partHashes: Sample.partHashes(1),
        metadata: PhotoAnnotations(title: "Rex"), variants: ["thumb": Sample.variant(7)])
      _ = try await stores.derivations.keep(derivatives, of: photo.id, .unchanged)
      let deleted = try await stores.edit(photo.id, .deletion)
      #expect(deleted.variants.isEmpty)
      #expect(deleted.placeholder == nil)
      #expect(try await stores.derivations.annotations(of: photo.id) == nil)
      #expect(try await stores.derivations.keep(derivatives, of: photo.id, .ended(isAnew: false)) == nil)
      #expect(try await stores.derivations.dropVariants(["thumb"], of: photo.id) == nil)
      #expect(try await stores.derivations.perceptualHashes(after: nil, limit: 10).isEmpty)
      #expect(try await stores.derivations.partHashes(after: 0, limit: 10).isEmpty)
      #expect(try await stores.records.photo(photo.id) == deleted)
    },
    StoreBehaviour("hashes are listed by id") { stores in
      let owner = try await stores.account("ada")
      for number in 1...4 { try await stores.add(number, by: owner) }
      for number in [4, 1, 3] {
        _ = try await stores.derivations.keep(
          PhotoDerivatives(perceptualHash: PerceptualHash(rawValue: UInt64(number))), of: Sample.photoID(number),
          .unchanged)
      }
      let first = try await stores.derivations.perceptualHashes(after: nil, limit: 2)
      #expect(first.map(\.photo) == [Sample.photoID(1), Sample.photoID(3)])
      let rest = try await stores.derivations.perceptualHashes(after: first.last?.photo, limit: 2)
      #expect(rest == [HashedPhoto(photo: Sample.photoID(4), owner: owner.id, hash: PerceptualHash(rawValue: 4))])
    },
    StoreBehaviour("hashes of parts are listed as they were kept, and again where they or the owner change") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      var draft = Sample.draft(1, by: ada)
      draft.derivatives = PhotoDerivatives(partHashes: Sample.partHashes(1))
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      for number in 2...3 {
        try await stores.add(number, by: ada)
        let derivatives = PhotoDerivatives(partHashes: Sample.partHashes(number))
        _ = try await stores.derivations.keep(derivatives, of: Sample.photoID(number), .unchanged)
      }
      let first = try await stores.derivations.partHashes(after: 0, limit: 2)
      #expect(first.map(\.photo) == [1, 2].map { Sample.photoID($0) } && first.allSatisfy { $0.owner == ada.id })
      #expect(first.map(\.hashes) == [1, 2].compactMap { Sample.partHashes($0) })
      let last = try #require(try await stores.derivations.partHashes(after: first[1].ordinal, limit: 9).last)
      #expect(last.photo == Sample.photoID(3))

      let changed = PhotoDerivatives(partHashes: Sample.partHashes(9))
      _ = try await stores.derivations.keep(changed, of: Sample.photoID(3), .unchanged)
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: bob))
      let news = try await stores.derivations.partHashes(after: last.ordinal, limit: 9)
      #expect(news.map(\.photo) == [3, 1].map { Sample.photoID($0) } && news.map(\.owner) == [ada.id, bob.id])
      let found = try await stores.derivations.partHashes(of: [3, 2, 8].map { Sample.photoID($0) })
      #expect(
        found.mapValues { Optional($0) }
          == [Sample.photoID(3): Sample.partHashes(9), Sample.photoID(2): Sample.partHashes(2)])
    },
    StoreBehaviour("it is known of a photo that waits whether the hashes of its parts are") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      for isKnown in [false, true] {
        #expect(try await stores.derivations.queueDerivation(of: photo.id))
        let due = try await stores.derivations.dueDerivations(at: Sample.time(0), limit: 9)
        #expect(due.map(\.hasPartHashes) == [isKnown])
        let derivatives = PhotoDerivatives(partHashes: Sample.partHashes(1))
        _ = try await stores.derivations.keep(derivatives, of: photo.id, .ended(isAnew: true))
      }
    },
  ]
}
