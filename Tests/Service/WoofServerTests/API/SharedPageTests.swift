// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// The pages of share links as the service writes them: `/s/{token}`.
@Suite(.overEachProtocol, .overEachWorld) struct SharedPageTests {
  private static let hostile = #"</title><script>alert("1")</script>'&{content}"#

  @Test func `the page of an album shows its photos, and tells other sites title and cover`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex at the lake", "private")
      let photos = try (0..<2).map { _ in try ada.addPhoto("?visibility=private") }
      for photo in photos {
        _ = try ada.addToAlbum(album, photo)
        try await eventually { try ada.get("/v1/photos/\(photo)").member("variants")?.names.contains("grid") == true }
      }
      #expect(try ada.send("PATCH", "/v1/albums/\(album)", json: #"{"cover":"\#(photos[1])"}"#).status == 200)
      let holder = try LinkHolder(service, ada, album: album)
      let page = try holder.client.get(holder.page)
      #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("<title>Rex at the lake</title>"))
      #expect(page.text.contains(#"<meta property="og:title" content="Rex at the lake">"#))
      #expect(page.text.contains("2 photos by ada on Woof."))
      let cover = try #require(page.text.firstMatch(of: /og:image" content="(http[^"]+)"/).map { String($0.1) })
      let folder = "http://localhost\(holder.path)/photos/\(photos[1])/variants/"
      #expect(cover.hasPrefix(folder))
      let content = try #require(page.text.firstRange(of: "<main")).lowerBound
      let images = page.text[content...].matches(of: /<(?:img src|a href)="([^"]+)"/).map { String($0.1) }
      #expect(images.count == 4)
      let sharper = page.text[content...].matches(of: /\ssrcset="([^" ]+) 2x"/).map { String($0.1) }
      #expect(sharper.count == 2)
      for image in images + sharper + [cover.replacing("http://localhost", with: "")] {
        #expect(image.hasPrefix("\(holder.path)/photos/"), "\(image)")
        #expect(try holder.client.get(image).status == 200, "\(image)")
      }
    }
  }

  @Test func `the page of a photo has its caption for a title, or none of its own`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let named = try LinkHolder(
        service, ada, photo: try ada.addPhoto("?visibility=private&caption=after%20the%20bath"))
      let page = try named.client.get(named.page).text
      #expect(page.contains("<title>after the bath</title>") && page.contains("A photo by ada on Woof."))
      let image = try #require(page.firstMatch(of: /<img src="(\/v1\/[^"]+)"/).map { String($0.1) })
      #expect(try named.client.get(image).status == 200)
      let nameless = try LinkHolder(service, ada, photo: try ada.addPhoto("?visibility=private"))
      #expect(try nameless.client.get(nameless.page).text.contains("<title>Shared photos</title>"))
    }
  }

  @Test func `a title and a caption cannot leave their places`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let json = Self.hostile.replacing("\"", with: "\\\"")
      let album = try ada.makeAlbum(json)
      let photo = try ada.addPhoto()
      #expect(try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption":"\#(json)"}"#).status == 200)
      _ = try ada.addToAlbum(album, photo)
      for holder in [try LinkHolder(service, ada, album: album), try LinkHolder(service, ada, photo: photo)] {
        #expect(try holder.get().member("title").text == Self.hostile)
        let text = try holder.client.get(holder.page).text
        #expect(!text.contains("<script>") && !text.contains("alert(\""))
        #expect(text.contains("&lt;script&gt;alert(&quot;1&quot;)") && text.contains("&#39;&amp;{content}"))
        #expect(text.matches(of: /<h1 dir="auto">/).count == 1)
      }
    }
  }

  @Test func `no search leads to a page, and it loads and runs nothing that is not its own`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holders = [
        try LinkHolder(service, ada, photo: photo),
        try LinkHolder(service, ada, photo: photo, #""password":"walkies""#),
      ]
      for target in holders.map(\.page) + ["/s/x"] {
        let page = try service.client().get(target)
        #expect(page["X-Robots-Tag"] == "noindex" && page["Referrer-Policy"] == "no-referrer", "\(target)")
        #expect(page.text.contains(#"<meta name="robots" content="noindex">"#), "\(target)")
        let policy = try #require(page["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        for part in ["form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "trusted-types"] {
          #expect(policy.contains(part), "\(part)")
        }
        #expect(!policy.contains("unsafe") && page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(!page.text.contains("{") && page["Cache-Control"] == "private, no-cache", "\(target)")
      }
    }
  }

  @Test func `the page of a link that there is not, or no longer, is the same for all, and not found`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?caption=Rex")
      let holder = try LinkHolder(service, ada, photo: photo)
      #expect(try ada.delete("/v1/links/\(holder.id)").status == 204)
      let revoked = try holder.client.get(holder.page)
      #expect(revoked.status == 404 && revoked["Content-Type"] == "text/html; charset=utf-8")
      #expect(revoked.text.contains("has expired or been revoked, or never was") && revoked["ETag"] == nil)
      for told in ["Rex", photo, "by ada", "og:image"] { #expect(!revoked.text.contains(told), "\(told)") }
      for target in ["/s/x", "/s/\(String(repeating: "A", count: 43))", "/s/%3Cscript%3E"] {
        let page = try holder.client.get(target)
        #expect(page.status == 404 && page.body == revoked.body, "\(target)")
      }
      let gone = try LinkHolder(service, ada, photo: photo)
      _ = try ada.delete("/v1/photos/\(photo)")
      #expect(try gone.client.get(gone.page).body == revoked.body)
    }
  }

  @Test func `what other sites add to the address changes nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto())
      let page = try holder.client.get(holder.page)
      #expect(try holder.client.get("\(holder.page)?fbclid=x&utm_source=%3Cscript%3E").body == page.body)
      #expect(try ada.get(holder.page).body == page.body)
    }
  }

  @Test func `an empty album and one with very many photos say so`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex")
      let holder = try LinkHolder(service, ada, album: album)
      let empty = try holder.client.get(holder.page).text
      #expect(empty.contains("No photos yet.") && empty.contains("0 photos by ada") && !empty.contains("og:image"))
      for _ in 0..<52 { _ = try ada.addToAlbum(album, try ada.addPhoto()) }
      let page = try holder.client.get(holder.page).text
      #expect(page.matches(of: /<li>/).count == 50 && page.contains("All of them are shown where scripts run."))
    }
  }
}
