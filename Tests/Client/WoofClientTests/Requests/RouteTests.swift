// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing

@testable import TestKit
@testable import WoofClient

/// Every call, answered by the real service.
@Suite struct RouteTests {
  @Test(arguments: HarnessProtocol.allCases)
  func `a photo is uploaded, listed, shown, fetched, edited and deleted`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = SamplePhoto.next()
      let uploaded = try await ada.upload(data: data, caption: "Rex + Bella & co. at 100 %", visibility: .public)
      #expect(uploaded.isNew)
      #expect(uploaded.photo.caption == "Rex + Bella & co. at 100 %")
      #expect(try uploaded.photo.digest == Digest(of: data))

      var listed: [PhotoID] = []
      for try await photo in service.client().photos(owner: "ada") { listed.append(photo.id) }
      #expect(listed == [uploaded.photo.id])
      #expect(try await service.client().photo(uploaded.photo.id).owner == "ada")
      #expect(try await service.client().fetchPhoto(uploaded.photo).data == data)

      let edited = try await ada.editPhoto(uploaded.photo.id, caption: "Rex", visibility: .unlisted)
      #expect((edited.caption, edited.visibility) == ("Rex", .unlisted))
      try await ada.deletePhoto(uploaded.photo.id)
      #expect(try await failure { _ = try await ada.photo(uploaded.photo.id) }.code == .gone)
      try await ada.deletePhoto(uploaded.photo.id)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `photos are searched by words, page by page`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      var ids: [PhotoID] = []
      for caption in ["Rex & \"Bella\"", "A garden", "Rex"] {
        ids.append(try await ada.upload(data: SamplePhoto.next(), caption: caption, visibility: .public).photo.id)
      }
      var found: [PhotoID] = []
      for try await photo in service.client().searchPhotos("REX", pageSize: 1) { found.append(photo.id) }
      #expect(found == [ids[2], ids[0]])
      for (text, owner, expected) in [("\"bella re", nil, [ids[0]]), ("garden", "bob", []), ("ada g", "ada", [ids[1]])]
      {
        var found: [PhotoID] = []
        for try await photo in bob.searchPhotos(text, owner: owner) { found.append(photo.id) }
        #expect(found == expected, "\(text)")
      }
      var dated: [[PhotoID]] = [[], [], []]
      let later = Timestamp(milliseconds: 32_503_680_000_000)
      for try await photo in bob.searchPhotosByDate("rex", until: later, pageSize: 1) { dated[0].append(photo.id) }
      for try await photo in bob.searchPhotos("rex", from: later, until: nil) { dated[1].append(photo.id) }
      for try await photo in bob.searchPhotos("rex", from: nil, until: later, owner: "ada") {
        dated[2].append(photo.id)
      }
      #expect(dated == [[ids[2], ids[0]], [], [ids[2], ids[0]]])
      let refused = try await failure { for try await _ in bob.searchPhotos(" ") {} }
      #expect(refused.code == .invalidParameter)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the same bytes again give the same photo`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = SamplePhoto.next()
      let first = try await ada.upload(data: data)
      let second = try await ada.upload(data: data, caption: "again")
      #expect(first.isNew)
      #expect(!second.isNew)
      #expect(second.photo.id == first.photo.id)
      #expect(second.photo.caption.isEmpty)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `many photos are read and changed at once, each with its own result`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      var photos: [PhotoMetadata] = []
      for _ in 0..<3 { photos.append(try await ada.upload(data: SamplePhoto.next(), visibility: .public).photo) }
      let ids = photos.map(\.id)
      let changed = try await ada.change(ids, by: .edit(caption: "Rex", visibility: .unlisted))
      #expect(changed.map(\.id) == ids)
      let captions = try changed.map { try $0.result.get()?.caption }
      #expect(captions == ["Rex", "Rex", "Rex"])
      try await bob.change(ids, by: .favourite(true))
      let likes = try await bob.photos(ids).map { try $0.result.get()?.isFavourite }
      #expect(likes == [true, true, true])
      let refused = try await bob.change([ids[0]], by: .deletion)
      #expect(throws: WoofError.self) { try refused[0].result.get() }
      let deleted = try await ada.change([ids[0]], by: .deletion)
      let remains = try deleted[0].result.get()
      #expect(remains == nil)
      guard case .failure(let error) = try await bob.photos(ids)[0].result else {
        Issue.record("a deleted photo was read")
        return
      }
      #expect(error.code == .gone)
      let restored = try await ada.change([ids[0]], by: .restoration)[0].result.get()
      #expect(restored?.id == ids[0])
    }
  }

  @Test func `more photos than fit into a request go in several`() async throws {
    try await withService { service in
      let ids = (0..<501).map { PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000 | $0) }
      let items = try await service.client().photos(ids)
      #expect(items.map(\.id) == ids)
      let nothing = try await service.client().photos([])
      #expect(nothing.isEmpty)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an account is told which files it has`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let digests = [try Digest(of: SamplePhoto.next()), photo.digest]
      #expect(try await ada.knownOriginals(among: digests) == [photo.digest: photo.id])
      #expect(try await bob.knownOriginals(among: digests).isEmpty)
    }
  }

  @Test func `an upload that is not finished is listed`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let open = try await ada.openUploads()
      #expect(open.isEmpty)
    }
  }

  @Test func `a service describes itself to whoever asks`() async throws {
    try await withService { service in
      let description = try await service.client().serviceDescription()
      #expect((description.name, description.version) == ("Woof", WoofVersion.current))
      #expect((description.signUp, description.limits.batchLength) == (.off, 500))
      #expect(description.contentTypes.contains("image/jpeg"))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `favourites are set, listed and unset`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      #expect(try await bob.setFavourite(true, for: photo.id).favouriteCount == 1)
      #expect(try await bob.setFavourite(true, for: photo.id).favouriteCount == 1)
      var liked: [PhotoID] = []
      for try await photo in bob.favourites() { liked.append(photo.id) }
      #expect(liked == [photo.id])
      let account = try await bob.account()
      #expect((account.name, account.favouriteCount, account.isAdministrator) == ("bob", 1, false))
      #expect(try await bob.setFavourite(false, for: photo.id).isFavourite == false)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `lists come page by page, own photos of every visibility`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      var uploaded: [PhotoID] = []
      for number in 0..<5 {
        let photo = try await ada.upload(data: SamplePhoto.next(), visibility: number == 0 ? .private : .public).photo
        uploaded.append(photo.id)
      }
      var own: [PhotoID] = []
      for try await photo in ada.ownPhotos(pageSize: 2) { own.append(photo.id) }
      #expect(own == uploaded.reversed())
      var open: [PhotoID] = []
      for try await photo in service.client().photos(pageSize: 2) { open.append(photo.id) }
      #expect(open == uploaded.dropFirst().reversed())
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a change that depends on an older state is refused`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let before = try await ada.versionedPhoto(photo.id)
      #expect(before.photo.id == photo.id)
      try await ada.editPhoto(photo.id, caption: "one", ifMatching: before.entityTag)
      let error = try await failure {
        try await ada.editPhoto(photo.id, caption: "two", ifMatching: before.entityTag)
      }
      #expect(error.code == .preconditionFailed)
      #expect(
        try await failure { try await ada.deletePhoto(photo.id, ifMatching: before.entityTag) }.code
          == .preconditionFailed)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a change that depends on a revision passes favourites, and is refused with the photo after other changes`(
    wire: HarnessProtocol
  )
    async throws
  {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let revision = try #require(photo.revision)
      try await ada.setFavourite(true, for: photo.id)
      let edited = try await ada.editPhoto(photo.id, caption: "one", ifRevision: revision)
      #expect(edited.caption == "one")
      let error = try await failure { try await ada.editPhoto(photo.id, caption: "two", ifRevision: revision) }
      #expect(error.currentPhoto == edited)
      #expect(
        try await failure { try await ada.deletePhoto(photo.id, ifRevision: revision) }.code == .preconditionFailed)
      try await ada.deletePhoto(photo.id, ifRevision: try #require(edited.revision))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an edit of a favourite that comes late is answered with the favourite as it is`(wire: HarnessProtocol)
    async throws
  {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let edits = try (1...2).map { try #require(EditStamp(device: "phone", number: $0)) }
      let newer = try await ada.setFavourite(true, for: photo.id, edit: edits[1])
      #expect(try await ada.setFavourite(false, for: photo.id, edit: edits[0]) == newer)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the last page of changes carries the view of the account`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      for _ in 0..<3 { _ = try await ada.upload(data: SamplePhoto.next()) }
      var last: ChangePage?
      for try await page in ada.changes(pageSize: 2) { last = page }
      #expect(last?.view?.photoCount == 3)
      #expect(last?.view?.change == last?.next)
      #expect(try await ada.view() == last?.view)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a change that ends a photo says why`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let token = try await ada.view().change
      try await ada.deletePhoto(photo.id)
      for try await page in ada.changes(since: token) { #expect(page.changes.map(\.reason) == [.deleted]) }
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `changes are read from a snapshot onwards`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      for _ in 0..<3 { _ = try await ada.upload(data: SamplePhoto.next()) }
      var (count, token): (Int, ChangeToken?) = (0, nil)
      for try await page in ada.changes(pageSize: 2) { (count, token) = (count + page.changes.count, page.next) }
      #expect(count == 3)
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      var changed: [PhotoID] = []
      for try await page in ada.changes(since: token) { changed += page.changes.map(\.photo.id) }
      #expect(changed == [photo.id])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `similar photos are listed, the most alike first`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      // No plugin looks at pixels here.
      #expect(try await ada.similarPhotos(to: photo.id).isEmpty)
      let unknown = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000)
      #expect(try await failure { _ = try await ada.similarPhotos(to: unknown, limit: 5) }.code == .notFound)
    }
    let (near, nearer) = (
      try SamplePhoto.metadata(of: SamplePhoto.next()), try SamplePhoto.metadata(of: SamplePhoto.next())
    )
    let service = StubService()
    service.respond(to: SimilarPhotosRequest.self) { _ in PhotoPage(items: [nearer, near]) }
    #expect(try await service.similarPhotos(to: near.id, limit: 3) == [nearer, near])
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `groups of photos that look alike are read page by page`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      _ = try await ada.upload(data: SamplePhoto.next())
      // No plugin looks at pixels here.
      let found = try await ada.duplicates().first { _ in true }
      #expect(found == nil)
    }
    let photos = try (0..<4 as Range<UInt64>).map { number in
      var photo = try SamplePhoto.metadata(of: SamplePhoto.next())
      photo.id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000 | number)
      return photo
    }
    let (first, second) = (
      DuplicateGroup(best: photos[1].id, photos: [photos[1], photos[0]]),
      DuplicateGroup(best: photos[2].id, photoCount: 120, photos: [photos[2], photos[3]])
    )
    #expect(first.photoCount == 2 && first.others == [photos[0]])
    let service = StubService()
    service.respond(to: DuplicatePageRequest.self) { request in
      request.after == nil
        ? DuplicatePage(items: [first], next: PageCursor(rawValue: "x")) : DuplicatePage(items: [second])
    }
    var groups: [DuplicateGroup] = []
    for try await group in service.duplicates(pageSize: 1) { groups.append(group) }
    #expect(groups == [first, second])
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a timeline is read as months, ratios and photos of a month`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let timeline = try await ada.timeline()
      let month = CivilMonth(of: photo.moment)
      #expect(timeline.months.map(\.month) == [month] && timeline.photoCount == 1)
      let ratio = AspectRatio(width: photo.width, height: photo.height)
      #expect(try await ada.timelineRatios(of: .mine) == [ratio])
      let part = try await ada.timelinePart(month)
      #expect(part.count == 1 && part.entries.map(\.id) == [photo.id] && part.entries.map(\.ratio) == [ratio])
      #expect(try await ada.timelinePart(of: .mine, month, offset: 1, limit: 5).entries.isEmpty)
      #expect(try await ada.timeline(of: .mine, matching: "jpeg").months == timeline.months)
      #expect(try await ada.timeline(matching: "nobody").months.isEmpty)
      #expect(try await ada.timelineRatios(matching: "jpeg") == [ratio])
      #expect(try await ada.timelinePart(matching: "nobody", month).count == 0)
      #expect(try await ada.timeline(of: .favourites).months.isEmpty)
      #expect(try await ada.timeline(of: .trash).months.isEmpty)
      let album = try await ada.createAlbum(titled: "Rex")
      #expect(try await ada.timeline(of: .album(album.id)).months.isEmpty)
      let anonymous = service.client()
      #expect(try await failure { _ = try await anonymous.timeline(of: .album(album.id)) }.code == .notFound)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `photos are listed by date, within a span`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let next = Timestamp(milliseconds: photo.moment.milliseconds + 1)
      for list in [
        ada.photosByDate(from: photo.moment, until: next), ada.ownPhotosByDate(from: photo.moment),
        ada.photosByDate(owner: "ada"),
      ] {
        let found = try await list.reduce(into: []) { $0.append($1.id) }
        #expect(found == [photo.id])
      }
      let earlier = try await ada.photosByDate(until: photo.moment).first { _ in true }
      #expect(earlier == nil)
    }
  }

  @Test(arguments: [
    #"{"month":"2026-05","offset":0,"count":2,"ids":[],"ratios":[127],"averageColours":[null]}"#,
    #"{"month":"2026-13","offset":0,"count":0,"ids":[],"ratios":[],"averageColours":[]}"#,
    #"{"month":"2026-05","offset":0,"count":1,"ids":["x"],"ratios":[127],"averageColours":[null]}"#,
  ])
  func `a part of a timeline that makes no sense is refused`(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TimelinePart.self, from: Data(json.utf8)) }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a variant is fetched by its name`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo
      let copy = try await service.client().fetchPhoto(.variant("shareable", of: photo.id))
      #expect(try copy.digest == Digest(of: copy.data))
      let folder = URL(fileURLWithPath: service.folder.path)
      let saved = try await ada.download(.variant("shareable", of: photo), intoFolder: folder)
      #expect(saved.file.lastPathComponent == "\(photo.id)-shareable.jpg")
      #expect(try Data(contentsOf: saved.file) == copy.data)
      let missing = try await failure { _ = try await ada.fetchPhoto(.variant("poster", of: photo)) }
      #expect(missing.code == .notFound)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the suggested name is the one that the metadata give`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let photo = try await service.member("ada").upload(data: SamplePhoto.next()).photo
      #expect(try await service.client().suggestedFileName(of: .original(of: photo)) == photo.fileName)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `health, readiness, metrics and the contract are requested`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let client = service.client()
      try await client.checkHealth()
      try await client.checkReadiness()
      let root = try await service.member("root", isAdministrator: true)
      #expect(try await root.metrics().contains("# TYPE "))
      #expect(try await client.contract().hasPrefix("openapi: 3.1"))
      let limits = try await client.uploadLimits()
      #expect((limits.maximumByteCount ?? 0) > 1_000_000)
      #expect(limits.maximumPartByteCount == limits.maximumByteCount)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a problem becomes the error that the service made`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let error = try await failure {
        _ = try await service.client().response(to: PhotoPageRequest(limit: 501))
      }
      #expect(error.code == .invalidParameter)
      #expect(error.code.status == 400)
      #expect(error.details["parameter"] == "limit")
      #expect(!error.isWorthRetrying)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a custom request needs only a path and a type`(wire: HarnessProtocol) async throws {
    struct CountRequest: APIRequest {
      typealias Response = PhotoCount
      var path: String { "/v1/me" }
    }
    struct PhotoCount: Decodable, Sendable { var photoCount: Int }
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      #expect(try await ada.response(to: CountRequest()).photoCount == 0)
    }
  }
}
