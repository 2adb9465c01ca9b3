// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofClient

@testable import TestKit

/// The tutorial's page shows the files of `Tutorial`, which are compiled here, and what it says is so.
@Suite struct TutorialTests {
  @Test func `the page shows exactly the compiled files`() throws {
    let page = try String(contentsOf: PackageFolder.url.appendingPathComponent("Documentation/sdk.md"), encoding: .utf8)
    let folder = PackageFolder.url.appendingPathComponent("Tests/Client/WoofClientTests/Tutorial")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let compiled = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let shown = Self.snippets(of: page)
    #expect(shown.count == compiled.count)
    for snippet in shown { #expect(compiled.contains(snippet), "not compiled:\n\(snippet)") }
    for (file, text) in zip(files, compiled) { #expect(shown.contains(text), "not shown: \(file.lastPathComponent)") }
  }

  private static func snippets(of page: String) -> [String] {
    page.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```\n").first }
  }

  @Test func `the tutorial's app works`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      let data = SamplePhoto.next()
      try data.write(to: file)
      let progress = Progress(totalUnitCount: 0)
      try await park.share(file, caption: "Rex", progress: progress)
      #expect(progress.isFinished)

      try await park.refresh()
      let photo = try #require(await park.photos.first)
      #expect(photo.caption == "Rex")
      #expect(try await park.picture(of: photo) == data)
      try await park.like(photo.id)
      #expect(await park.photos.map(\.favouriteCount) == [1])
      let saved = try await park.save(
        photo, in: URL(fileURLWithPath: service.folder.path), progress: Progress(totalUnitCount: 0))
      #expect(try Data(contentsOf: saved) == data)
    }
  }

  @Test func `the tutorial's app follows albums`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let park = Park(service: ada)
      let first = try await ada.createAlbum(titled: "Rex")
      let (shown, continuation) = AsyncStream.makeStream(of: [Album].self)
      let following = Task { try await park.followAlbums { continuation.yield($0) } }
      var albums = shown.makeAsyncIterator()
      #expect(await albums.next() == [first])
      let second = try await ada.createAlbum(titled: "Bella")
      #expect(await albums.next() == [second, first])
      try await ada.deleteAlbum(first.id)
      #expect(await albums.next() == [second])
      following.cancel()
    }
  }

  @Test func `the tutorial's app stays signed in with a password of its own`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let store = MemoryCredentialStore()
      try await park.staySignedIn(as: "ada", at: service.url, in: store)
      let kept = try #require(await store.credential(for: service.url))
      #expect(kept.name == "ada" && kept.password != ada.password)
      let app = WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in kept }))
      #expect(try await app.account().name == "ada")
      let error = await #expect(throws: WoofError.self) { try await app.createAlbum(titled: "Rex") }
      #expect(error?.code == .forbidden)
      try await app.revokeAppPassword()
    }
  }

  @Test func `the tutorial's app uploads in the background`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try SamplePhoto.next().write(to: file)
      let request = try await park.backgroundUpload(of: file, caption: "Rex")
      let (_, response) = try await freshSession().upload(for: request, fromFile: file)
      try await park.finishBackgroundUpload(try #require(response as? HTTPURLResponse))
      #expect(await park.photos.map(\.caption) == ["Rex"])
    }
  }

  @Test func `the tutorial's app makes an album and shows it`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.member("bob"))
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      for name in ["rex", "bella"] {
        let file = URL(fileURLWithPath: service.folder.path("\(name).jpg"))
        try SamplePhoto.next().write(to: file)
        try await park.share(file, caption: name, progress: Progress(totalUnitCount: 0))
      }
      let ids = await park.photos.map(\.id)
      let album = try await park.makeAlbum("At the lake", of: ids.reversed(), with: "bob")
      #expect((album.photoCount, album.contributors) == (2, ["bob"]))
      try await park.open(album)
      #expect(await park.photos.map(\.id) == ids.reversed())
      #expect(try await bob.album(album.id).title == "At the lake")
    }
  }

  @Test func `the tutorial's app shares an album with whoever has the address`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try SamplePhoto.next().write(to: file)
      try await park.share(file, caption: "Rex", progress: Progress(totalUnitCount: 0))
      let ids = await park.photos.map(\.id)
      let album = try await park.makeAlbum("At the lake", of: ids, with: try await service.addAccount("bob").name)
      let address = try #require(try await park.share(album, password: "tail wagging"))
      let stranger = Park(service: service.client())
      let files = try await stranger.downloadPhotos(
        at: address, password: "tail wagging", into: URL(fileURLWithPath: service.folder.path))
      #expect(files.map(\.lastPathComponent) == ["\(ids[0]).jpg"])
      #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
    }
  }

  @Test func `the tutorial's app likes and adds as a guest`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try await ada.createAlbum(titled: "At the lake").id
      let photo = try await ada.upload(data: SamplePhoto.next()).photo.id
      try await ada.addPhoto(photo, to: album)
      let address = try #require(try await ada.createLink(to: .album(album), allows: [.add, .like]).url)
      let likes = try await Park(service: service.client()).join(address, as: "Oma", with: SamplePhoto.next())
      #expect(likes == SharedLikes(count: 1, names: ["Oma"], isLiked: true))
      #expect(try await ada.album(album).photoCount == 2)
    }
  }

  @Test func `the tutorial's app saves archives of an album and of what somebody has shared`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try SamplePhoto.next().write(to: file)
      try await park.share(file, caption: "Rex", progress: Progress(totalUnitCount: 0))
      let ids = await park.photos.map(\.id)
      let album = try await park.makeAlbum("At the lake", of: ids, with: try await service.addAccount("bob").name)
      let progress = Progress(totalUnitCount: 0)
      let own = try await park.saveArchive(
        of: album, in: URL(fileURLWithPath: service.folder.path), progress: progress)
      #expect(own.lastPathComponent == "At the lake.zip" && progress.isFinished)
      let address = try #require(try await park.share(album, password: "tail wagging"))
      let shared = URL(fileURLWithPath: service.folder.path("shared.zip"))
      try await Park(service: service.client()).saveArchive(at: address, password: "tail wagging", to: shared)
      #expect(try Data(contentsOf: shared).starts(with: Data("PK\u{3}\u{4}".utf8)))
    }
  }

  @Test func `the tutorial's app keeps its counts live`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.member("bob"))
      let park = Park(service: WoofClient(baseURL: service.url, signIn: .asking(TestSignIn { _ in ada })))
      let photo = try await bob.upload(data: SamplePhoto.next()).photo
      try await park.refresh()
      let following = Task { try await park.followCounts() }
      // The subscriber may begin after the first change: then the next one tells the count, which is absolute.
      var isFavourite = false
      while await park.photos.first?.favouriteCount != 1 {
        isFavourite.toggle()
        try await bob.setFavourite(isFavourite, for: photo.id)
        await Task.yield()
      }
      following.cancel()
      await #expect(throws: CancellationError.self) { try await following.value }
    }
  }
}
