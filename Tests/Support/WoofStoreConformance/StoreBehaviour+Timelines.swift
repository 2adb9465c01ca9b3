// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let timelineBehaviours = [
    StoreBehaviour("photos in the order by moments come the latest first, and among equals the newest") { stores in
      let ada = try await addOverMonths(stores)
      #expect(try await numbers(stores, .readable(by: ada.id)) == [6, 1, 4, 3, 2, 5])
      #expect(try await numbers(stores, .readable(by: nil)) == [6, 1, 4, 3, 2])
    },
    StoreBehaviour("pages in the order by moments hold each photo once") { stores in
      let ada = try await addOverMonths(stores)
      var query = PhotoQuery(scope: .readable(by: ada.id), order: .taken, limit: 2)
      var found: [PhotoID] = []
      while case let page = try await stores.records.photos(query), let last = page.last {
        found += page.map(\.id)
        query.after = PhotoQuery.Cursor(behind: last, in: .taken)
      }
      #expect(found == [6, 1, 4, 3, 2, 5].map { Sample.photoID($0) })
    },
    StoreBehaviour("a span of moments has its beginning and not its end") { stores in
      let ada = try await addOverMonths(stores)
      let (first, last) = (moment("2026-03-05"), moment("2026-05-01"))
      #expect(try await numbers(stores, .readable(by: ada.id), first..<last) == [4, 3, 2])
      #expect(try await numbers(stores, .owned(by: ada.name, reader: nil), first..<first).isEmpty)
    },
    StoreBehaviour("a timeline counts photos by the months of their moments") { stores in
      let ada = try await addOverMonths(stores)
      #expect(try await months(stores, .readable(by: nil)) == ["2026-07": 1, "2026-05": 1, "2026-03": 3])
      #expect(
        try await months(stores, .owned(by: ada.id)) == ["2026-05": 1, "2026-03": 3, "2025-12": 1])
      let all = try await stores.timelines.months(of: .readable(by: ada.id))
      #expect(all.map(\.month.description) == ["2026-07", "2026-05", "2026-03", "2025-12"])
      let ratio = AspectRatio(width: 40, height: 30).value
      for month in all { #expect(abs(month.ratioSum - Double(month.count) * ratio) < 0.001) }
    },
    StoreBehaviour("a photo of a clock that was ahead stands where it came in, beyond a day") { stores in
      let ada = try await stores.account("ada")
      for (number, time) in ["2026-07-05T10:00:00Z", "2026-07-05T10:00:00.001Z", "2090-01-01"].enumerated() {
        try await add(number, takenAt: time, by: ada, stores)
      }
      #expect(try await months(stores, .owned(by: ada.id)) == ["2026-07": 3])
      #expect(try await numbers(stores, .readable(by: nil)) == [0, 2, 1])
      #expect(try await numbers(stores, .readable(by: nil), moment("2026-07-05")..<moment("2100-01-01")) == [0])
    },
    StoreBehaviour("a timeline has a ratio for each photo, in its order") { stores in
      let ada = try await addOverMonths(stores)
      try await add(7, takenAt: "2026-04-01", by: ada, stores, width: 90, height: 30)
      let usual = AspectRatio(width: 40, height: 30).byte
      let broad = AspectRatio(width: 90, height: 30).byte
      #expect(
        try await stores.timelines.ratios(of: .readable(by: ada.id)) == [
          usual, usual, broad, usual, usual, usual, usual,
        ])
    },
    StoreBehaviour("a part of a month has the photos of its places, with their colours") { stores in
      let ada = try await addOverMonths(stores)
      _ = try await stores.derivations.keep(
        PhotoDerivatives(averageColour: "#102030"), of: Sample.photoID(3), .ended(isAnew: false))
      let view = TimelineView.readable(by: ada.id)
      let rest = try await part(stores, view, "2026-03", offset: 1, limit: 5)
      #expect(rest.count == 3)
      #expect(rest.entries.map(\.id) == [3, 2].map { Sample.photoID($0) })
      #expect(rest.entries.map(\.averageColour) == ["#102030", nil])
      #expect(try await part(stores, view, "2026-03", offset: 0, limit: 1).entries.count == 1)
      let behind = try await part(stores, view, "2026-03", offset: .max, limit: 5)
      #expect(behind.count == 3 && behind.entries.isEmpty)
      #expect(try await part(stores, view, "2026-04", offset: 0, limit: 5).count == 0)
    },
    StoreBehaviour("a timeline of favourites has what the account likes and may read, at once") { stores in
      let ada = try await addOverMonths(stores)
      let bob = try await stores.account("cid")
      for number in [2, 6, 1] { try await stores.like(Sample.photoID(number), by: bob) }
      try await stores.like(Sample.photoID(3), by: ada)
      #expect(try await months(stores, .favourites(of: bob.id)) == ["2026-07": 1, "2026-05": 1, "2026-03": 1])
      try await stores.like(Sample.photoID(6), by: bob, false)
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      #expect(try await months(stores, .favourites(of: bob.id)) == ["2026-03": 1])
      #expect(try await part(stores, .favourites(of: bob.id), "2026-03").entries.map(\.id) == [Sample.photoID(2)])
    },
    StoreBehaviour("a deleted photo leaves the timeline for that of the trash, and comes back") { stores in
      let ada = try await addOverMonths(stores)
      try await stores.edit(Sample.photoID(4), .deletion(restorableBy: ada.id))
      #expect(try await months(stores, .owned(by: ada.id))["2026-03"] == 2)
      #expect(try await months(stores, .trash(of: ada.id)) == ["2026-03": 1])
      _ = try await stores.administration.restorePhoto(Sample.photoID(4))
      #expect(try await months(stores, .owned(by: ada.id))["2026-03"] == 3)
      #expect(try await months(stores, .trash(of: ada.id)).isEmpty)
    },
    StoreBehaviour("a photo that changes hands or is hidden changes timelines") { stores in
      let ada = try await addOverMonths(stores)
      let cid = try await stores.account("cid")
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      #expect(try await months(stores, .readable(by: nil))["2026-05"] == nil)
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: cid))
      #expect(try await months(stores, .owned(by: ada.id))["2026-05"] == nil)
      #expect(try await months(stores, .owned(by: cid.id)) == ["2026-05": 1])
    },
  ]

  static let albumTimelineBehaviours = [
    StoreBehaviour("a timeline of an album has what the reader may read of it") { stores in
      let ada = try await addOverMonths(stores)
      let album = try await stores.makeAlbum(1, by: ada)
      for number in [2, 5, 1] { try await stores.change(album.id, .placing(Sample.photoID(number), .kept), for: ada) }
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      #expect(
        try await months(stores, .album(album.id, reader: ada.id)) == ["2026-05": 1, "2026-03": 1, "2025-12": 1])
      #expect(try await months(stores, .album(album.id, reader: nil)) == ["2026-03": 1, "2025-12": 1])
      #expect(try await months(stores, .album(Sample.albumID(9), reader: ada.id)).isEmpty)
    }
  ]

  /// Adds public photos 1 to 4 and an unlisted 5 of Ada, and a public 6 of Bob, of which it is not known when it was taken.
  private static func addOverMonths(_ stores: StoresUnderTest) async throws -> Principal {
    let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
    try await add(1, takenAt: "2026-05-01", by: ada, stores)
    try await add(2, takenAt: "2026-03-31T23:59:59.999Z", by: ada, stores)
    try await add(3, takenAt: "2026-03-31T23:59:59.999Z", by: ada, stores)
    try await add(4, takenAt: "2026-03-31T23:59:59.999Z", by: ada, stores)
    try await add(5, takenAt: "2025-12-31", by: ada, stores, visibility: .unlisted)
    try await add(6, takenAt: nil, by: bob, stores)
    return ada
  }

  private static func add(
    _ number: Int, takenAt text: String?, by owner: Principal, _ stores: StoresUnderTest,
    visibility: Visibility = .public, width: Int = 40, height: Int = 30
  ) async throws {
    var draft = Sample.draft(number, by: owner, visibility: visibility)
    draft.createdAt = moment("2026-07-04T10:00:00Z")
    draft.original.takenAt = text.map(moment)
    (draft.original.width, draft.original.height) = (width, height)
    guard case .added = try await stores.records.addPhoto(draft, idempotency: nil) else {
      throw Unexpected("photo \(number) was not new")
    }
  }

  private static func moment(_ text: String) -> Timestamp {
    guard let moment = Timestamp(spelling: text) else { preconditionFailure("no moment: \(text)") }
    return moment
  }

  private static func numbers(
    _ stores: StoresUnderTest, _ scope: PhotoQuery.Scope, _ moments: Range<Timestamp>? = nil
  ) async throws -> [Int] {
    let query = PhotoQuery(scope: scope, order: .taken, moments: moments, limit: 100)
    return try await stores.ids(query).map { Int($0.low & 0xFFFF) }
  }

  private static func months(_ stores: StoresUnderTest, _ view: TimelineView) async throws -> [String: Int] {
    let months = try await stores.timelines.months(of: view)
    return Dictionary(uniqueKeysWithValues: months.map { ("\($0.month)", $0.count) })
  }

  private static func part(
    _ stores: StoresUnderTest, _ view: TimelineView, _ text: String, offset: Int = 0, limit: Int = 10
  ) async throws -> TimelinePart {
    let month = try #require(CivilMonth(text))
    return try await stores.timelines.part(TimelineQuery(view, month: month, offset: offset, limit: limit))
  }
}
