// SPDX-License-Identifier: Apache-2.0

package import Testing
package import WoofCore
import WoofModel

extension StoreBehaviour {
  static let viewBehaviours = [
    StoreBehaviour("an account that sees nothing has an empty view") { stores in
      let ada = try await stores.account("ada")
      let view = try await stores.changes.view(of: ada.id)
      #expect(view == ReplicaOracle().view(of: ada, at: 0))
    },
    StoreBehaviour("a view sums up public photos, own ones and favourites, whatever happens to them") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...6 { try await stores.add(number, by: ada, visibility: Visibility.allCases[number % 3]) }
      try await stores.add(7, by: bob, visibility: .private)
      for account in [ada, bob] {
        for number in 1...6 { try await stores.like(Sample.photoID(number), by: account) }
      }
      try await stores.expectViews(of: ada, bob)
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      try await stores.edit(Sample.photoID(2), PhotoEdit(caption: "new", visibility: .public))
      try await stores.edit(Sample.photoID(3), PhotoEdit(owner: bob))
      try await stores.edit(Sample.photoID(4), PhotoEdit(visibility: .private, owner: bob))
      try await stores.edit(Sample.photoID(5), .deletion)
      try await stores.expectViews(of: ada, bob)
      _ = try await stores.derivations.keep(
        PhotoDerivatives(averageColour: "#010203"), of: Sample.photoID(6), .ended(isAnew: false))
      _ = try await stores.administration.restorePhoto(Sample.photoID(5))
      try await stores.like(Sample.photoID(2), by: ada, false)
      try await stores.expectViews(of: ada, bob)
      try await stores.administration.deleteAccount(bob.name)
      try await stores.expectViews(of: ada)
    },
    StoreBehaviour("the changes that end the log come with the view as of them, and others with none") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...3 { try await stores.add(number, by: bob) }
      try await stores.like(Sample.photoID(2), by: ada)
      let first = try await stores.changes.changes(after: 0, limit: 1, account: ada.id)
      #expect(first.page.hasMore)
      #expect(first.view == nil)
      let all = try await stores.changes.changes(after: 0, limit: 10, account: ada.id)
      #expect(all.liked == [Sample.photoID(2)])
      #expect(all.view == (try await stores.changes.view(of: ada.id)))
      #expect(all.view?.sequence == all.page.through)
    },
  ]
}

/// The photos of a client that follows the change log, and its view computed from nothing else.
package struct ReplicaOracle: Sendable {
  private var photos: [PhotoID: PhotoRecord] = [:]
  private var liked: Set<PhotoID> = []

  /// Makes one that knows nothing.
  package init() {}

  /// Applies a part of the log, as an account reads it.
  package mutating func apply(_ changes: AccountChangeLogPage, of account: Principal) {
    for photo in changes.page.photos {
      let isSeen = !photo.isDeleted && photo.access.allowsFinding(by: .account(account.id))
      photos[photo.id] = isSeen ? photo : nil
      if isSeen, changes.liked.contains(photo.id) { liked.insert(photo.id) } else { liked.remove(photo.id) }
    }
  }

  /// The view that an account has as of a position, if the photos are those of that moment.
  package func view(of account: Principal, at sequence: Int64) -> StoredView {
    var view = StoredView(
      own: ViewDigest(), public: ViewDigest(), favourites: ViewDigest(), photoCount: photos.count, sequence: sequence)
    for photo in photos.values {
      let element = ViewElement.photo(photo.id, version: photo.version)
      if photo.visibility == .public { view.public.insert(element) } else { view.own.insert(element) }
    }
    for photo in liked { view.favourites.insert(.favourite(photo)) }
    return view
  }
}

extension StoresUnderTest {
  /// Expects that accounts' views are what clients compute that have read the whole log.
  package func expectViews(
    of accounts: Principal..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for account in accounts {
      var oracle = ReplicaOracle()
      let page = try await changes.changes(after: 0, limit: 10_000, account: account.id)
      oracle.apply(page, of: account)
      let expected = oracle.view(of: account, at: changes.latestSequence)
      #expect(page.view == expected, "\(account.name)", sourceLocation: sourceLocation)
      #expect(try await changes.view(of: account.id) == expected, "\(account.name)", sourceLocation: sourceLocation)
    }
  }
}
