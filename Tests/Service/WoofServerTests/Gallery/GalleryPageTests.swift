// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// The web gallery as the service writes it, before any script runs.
@Suite(.overEachProtocol) struct GalleryPageTests {
  private static let hostileCaption = #"</title><script>alert("1")</script>'&{content}"#

  @Test func `the first page has the newest public photos, each with its words`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let first = try ada.addPhoto()
      _ = try ada.send("PATCH", "/v1/photos/\(first)", json: #"{"caption": "after the bath"}"#)
      let second = try ada.addPhoto()
      let page = try service.client().get("/")
      #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
      let links = page.text.matches(of: /href="\/photos\/([^"]+)"/).map { String($0.1) }
      #expect(links == [second, first])
      #expect(page.text.contains("alt=\"after the bath\"") && page.text.contains("alt=\"Photo by ada\""))
    }
  }

  @Test func `the first page has pictures as large as they are shown, for sharper screens too`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let photo = try await service.member("ada").addPhoto()
      try await eventually { try service.client().get("/v1/photos/\(photo)").member("variants")?.names.count == 3 }
      let page = try service.client().get("/").text
      let variants = "/v1/photos/\(photo)/variants"
      // The scripted thumb is 337 pixels high, and the grid 721.
      let image = "<img src=\"\(variants)/thumb\" srcset=\"\(variants)/grid 2x\" width=\"257\" height=\"337\""
      #expect(page.contains(image), "\(page)")
    }
  }

  @Test func `the first page shows what there is of a photo that has no grid yet`() async throws {
    let scripted = ScriptedTransformer { _, request, _ in
      request.urgency == .request
        ? .accepted(ScriptedTransformer.drawn(for: request)) : ScriptedTransformer.failure(.unavailable)
    }
    try await withService(pictures: scripted) { service in
      let photo = try await service.member("ada").addPhoto()
      let page = try service.client().get("/").text
      #expect(page.contains("<img src=\"/v1/photos/\(photo)/variants/thumb\" width="))
    }
  }

  @Test(arguments: ["private", "unlisted"])
  func `the first page shows nobody what is not public, not its owner either`(visibility: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "\#(visibility)"}"#)
      for client in [ada, service.client()] { #expect(try !client.get("/").text.contains(photo)) }
    }
  }

  @Test func `without scripts one comes to all photos`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<53).map { _ in try ada.addPhoto() }
      let first = try service.client().get("/").text
      let next = try #require(first.firstMatch(of: /href="(\/\?after=[^"]+)"/).map { String($0.1) })
      let second = try service.client().get(next).text
      #expect(photos.filter { first.contains("/photos/\($0)\"") } == Array(photos.suffix(50)))
      #expect(photos.filter { second.contains("/photos/\($0)\"") } == Array(photos.prefix(3)))
      #expect(!second.contains("?after="))
    }
  }

  @Test func `a photo's page tells other sites its title and picture`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "after the bath"}"#)
      let page = try service.client().get("/photos/\(photo)")
      #expect(page.status == 200)
      #expect(page.text.contains("<title>after the bath</title>"))
      let image = try #require(page.text.firstMatch(of: /og:image" content="(http[^"]+)"/).map { String($0.1) })
      #expect(image.hasSuffix("/v1/photos/\(photo)/original") && !page.text.contains("noindex"))
    }
  }

  @Test func `a caption cannot leave its place`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let caption = Self.hostileCaption.replacing("\"", with: "\\\"")
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "\#(caption)"}"#)
      #expect(try ada.get("/v1/photos/\(photo)").member("caption")?.text == Self.hostileCaption)
      for path in ["/", "/photos/\(photo)"] {
        let text = try service.client().get(path).text
        #expect(!text.contains("<script>") && text.contains("&lt;script&gt;alert(&quot;1&quot;)"))
        #expect(text.contains("&#39;&amp;{content}"))
      }
    }
  }

  @Test func `an unlisted photo is shown to who has its address, and to no search`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "unlisted"}"#)
      let page = try service.client().get("/photos/\(photo)")
      #expect(page.status == 200 && page.text.contains("<meta name=\"robots\" content=\"noindex\">"))
    }
  }

  @Test func `a photo that is not for everybody looks like one that never was`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "private"}"#)
      let hidden = try service.client().get("/photos/\(photo)")
      let missing = try service.client().get("/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11")
      #expect(hidden.status == 404 && hidden.body == missing.body && missing.status == 404)
      #expect(hidden.text.contains("There is nothing here") && hidden["ETag"] == nil)
      let nonsense = try service.client().get("/photos/nonsense")
      #expect(nonsense.status == 404 && nonsense["Content-Type"] == "text/html; charset=utf-8")
      // A condition that would hold for a page makes no 304 of it.
      #expect(try service.client().get("/photos/\(photo)", ["If-None-Match": "*"]).status == 404)
    }
  }

  @Test func `a photo that was deleted is gone`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(photo)")
      let page = try service.client().get("/photos/\(photo)")
      #expect(page.status == 410 && page.text.contains("There is nothing here"))
    }
  }

  @Test(arguments: ["/", "/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"])
  func `pages load and run nothing that is not theirs`(path: String) async throws {
    try await withService { service in
      let page = try service.client().get(path)
      let policy = try #require(page["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
      #expect(policy.contains("require-trusted-types-for 'script'") && !policy.contains("unsafe"))
      #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
      #expect(page["Referrer-Policy"] == "no-referrer" && page["X-Content-Type-Options"] == "nosniff")
      #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
      #expect(page.text.firstMatch(of: /style=|<style|onclick|<script(?! type="module" src="\/)/) == nil)
    }
  }

  @Test func `a page that has not changed is not sent again`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.addPhoto()
      let tag = try #require(try service.client().get("/")["ETag"])
      let again = try service.client().get("/", ["If-None-Match": tag])
      #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag)
      #expect(again["Cache-Control"] == "no-cache")
      _ = try ada.addPhoto()
      #expect(try service.client().get("/", ["If-None-Match": tag]).status == 200)
    }
  }

  @Test(arguments: ["/?utm_source=mail", "/?fbclid=%zz&after=nonsense", "/?after="])
  func `what other sites add to an address means nothing`(target: String) async throws {
    try await withService { service in
      let (page, plain) = (try service.client().get(target), try service.client().get("/"))
      #expect(page.status == 200 && page.body == plain.body)
    }
  }

  @Test func `the files of a page stay as long as they are asked for by their digest`() async throws {
    try await withService { service in
      let page = try service.client().get("/").text
      let files = page.matches(of: /(?:src|href)="(\/gallery\/[^"]+)"/).map { String($0.1) }
      #expect(Set(files.compactMap { $0.split(separator: "/").last }).isSuperset(of: ["gallery.js", "gallery.css"]))
      for file in files {
        let response = try service.client().get(file)
        #expect(response.status == 200 && response["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(response["Content-Type"] == Self.mediaType(of: file) && !response.body.isEmpty)
        let tag = try #require(response["ETag"])
        #expect(try service.client().get(file, ["If-None-Match": tag]).status == 304)
      }
    }
  }

  private static func mediaType(of file: String) -> String? {
    [
      "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
      "webmanifest": "application/manifest+json",
    ][file.split(separator: ".").last.map(String.init) ?? ""]
  }

  @Test func `scripts import only files that there are`() async throws {
    try await withService { service in
      let page = try service.client().get("/").text
      let entry = try #require(page.firstMatch(of: /src="(\/gallery\/[^"]+)gallery\.js"/).map { String($0.1) })
      var (open, seen): (Set<String>, Set<String>) = (["gallery.js", "shared.js", "join.js"], [])
      while let name = open.popFirst() {
        let response = try service.client().get(entry + name)
        #expect(response.status == 200, "\(name)")
        seen.insert(name)
        open.formUnion(response.text.matches(of: /(?:from |import\()"\.\/([^"]+)"/).map { String($0.1) })
        open.subtract(seen)
      }
      #expect(seen.count > 5)
    }
  }

  @Test(arguments: ["/gallery/0000000000000000/gallery.js", "/gallery/x/../page.html"])
  func `there are no files of other versions, nor others`(path: String) async throws {
    try await withService { service in
      let response = try service.client().get(path)
      #expect(response.status == 404)
    }
  }

  @Test func `the frames of the pages are no files of their own`() async throws {
    try await withService { service in
      let page = try service.client().get("/").text
      let folder = try #require(page.firstMatch(of: /data-assets="([^"]+)"/).map { String($0.1) })
      for name in ["page.html", "shared.html", "join.html"] {
        #expect(try service.client().get("\(folder)/\(name)").status == 404)
      }
    }
  }

  @Test func `without the gallery there is only the API`() async throws {
    try await withService(http: "service: {gallery: false}") { service in
      for path in ["/", "/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"] {
        let response = try service.client().get(path)
        #expect(response.problem == "not-found")
      }
      #expect(try service.client().get("/v1/photos").status == 200)
    }
  }

  @Test func `the worker's script is asked for anew each time, names the files of this version, and runs no other`()
    async throws
  {
    try await withService { service in
      let script = try service.client().get("/sw.js")
      let assets = try #require(try service.client().get("/").text.firstMatch(of: /data-assets="([^"]+)"/)).1
      #expect(script.status == 200 && script["Content-Type"] == "text/javascript; charset=utf-8")
      #expect(script["Cache-Control"] == "no-cache" && script.text.contains("\(assets)/worker.js"))
      #expect(script["Content-Security-Policy"]?.contains("script-src 'self'") == true)
      #expect(try service.client().get("\(assets)/worker.js").status == 200)
    }
  }

  // MARK: Albums

  @Test(arguments: ["public", "unlisted"])
  func `an album's page has its title and the photos of it that everybody may see, and is found if it is public`(
    visibility: String
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try ["public", "private", "unlisted"].map { try ada.addPhoto("?visibility=\($0)") }
      let album = try ada.makeAlbum(titled: "Lake & <shore>", visibility: visibility, photos: photos)
      let page = try service.client().get("/albums/\(album)")
      #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("<title>Lake &amp; &lt;shore&gt;</title>"))
      #expect(page.text.contains("content=\"2 photos in an album by ada on Woof.\""))
      let links = page.text.matches(of: /href="\/photos\/([^"]+)"/).map { String($0.1) }
      #expect(links == [photos[0], photos[2]])
      let image = try #require(page.text.firstMatch(of: /og:image" content="(http[^"]+)"/)).1
      #expect(image.hasSuffix("/v1/photos/\(photos[0])/original"))
      #expect(page.text.contains("noindex") == (visibility == "unlisted"))
      // Its members see no more of it there than others.
      #expect(try ada.get("/albums/\(album)").text == page.text)
    }
  }

  @Test func `an album's page goes on where it ends`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<53).map { _ in try ada.addPhoto() }
      let album = try ada.makeAlbum(titled: "Lake", visibility: "public", photos: photos)
      let first = try service.client().get("/albums/\(album)").text
      let next = try #require(first.firstMatch(of: /href="(\/albums\/[^"]+\?after=[^"]+)"/).map { String($0.1) })
      let second = try service.client().get(next).text
      #expect(photos.filter { second.contains("/photos/\($0)\"") } == Array(photos.suffix(3)))
      #expect(!second.contains("?after="))
    }
  }

  @Test func `an album that is private looks like one that never was`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum(titled: "Lake", photos: [try ada.addPhoto()])
      let hidden = try ada.get("/albums/\(album)")
      let missing = try service.client().get("/albums/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11")
      #expect(hidden.status == 404 && hidden.body == missing.body && missing.status == 404)
      #expect(try service.client().get("/albums/nonsense").status == 404)
    }
  }
}
