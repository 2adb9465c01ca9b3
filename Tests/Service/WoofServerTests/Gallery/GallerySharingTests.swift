// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The page of a share link in a browser, as strangers use it.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GallerySharingTests {
  // MARK: Albums

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `a stranger sees the photos of the album in its order, private ones too, and no others`(
    window: Browser.Window
  ) async throws {
    try await SharedVisit.with(window) { visit in
      try await visit.wait(for: visit.photos)
      try await visit.wait(for: "Lake", in: ".shared-head h1")
      let about = try await visit.browser.value("document.querySelector('.shared-head p').textContent").text ?? ""
      #expect(about.hasPrefix("by ada · 3 photos · until "))
      let offers = "document.querySelectorAll('.likes:not([hidden]), .check, .sign-in, .tabs, .add').length"
      #expect(try await visit.browser.value(offers) == 0)
      let overflow = try await visit.browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(overflow.integer.map { $0 <= 0 } == true)
    }
  }

  @Test func `a photo opens at an address of its own, and Back leads to the wall`() async throws {
    try await SharedVisit.with { visit in
      try await visit.show(visit.photos[1])
      #expect(try await visit.browser.value("document.querySelector('.viewer .likes').hidden") == true)
      #expect(try await visit.browser.value("document.querySelector('.viewer .info').hidden") == true)
      try await visit.browser.type("li")
      try await visit.browser.press(.right)
      try await visit.browser.wait(until: "location.hash === '#\(visit.photos[2])'")
      #expect(try await visit.browser.value("document.querySelector('.viewer .panel')") == .null)
      #expect(try await visit.browser.value("document.querySelector('.viewer .after').hidden") == true)
      try await visit.browser.goBack()
      try await visit.browser.wait(until: "!document.querySelector('.viewer')?.open && location.hash === ''")
      let focused = try await visit.browser.value("document.activeElement.closest('li')?.dataset.id")
      #expect(focused.text == visit.photos[2])
    }
  }

  @Test func `the address of a photo opens it, and Escape leads to the wall`() async throws {
    try await SharedVisit.with { visit in
      try await visit.wait(for: visit.photos)
      let address = "http://127.0.0.1:\(visit.service.port)/s/\(visit.token)#\(visit.photos[2])"
      try await visit.browser.open("about:blank")
      try await visit.browser.open(address)
      try await visit.browser.wait(until: "document.querySelector('.viewer')?.open")
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "!document.querySelector('.viewer')?.open && location.hash === ''")
      try await visit.wait(for: visit.photos)
    }
  }

  @Test(arguments: [false, true])
  func `photos are offered for download only where the link says so`(allows: Bool) async throws {
    try await SharedVisit.with(terms: allows ? #""allows":["download"]"# : "") { visit in
      try await visit.show(visit.photos[1])
      let hidden = try await visit.browser.value("document.querySelector('.viewer .original').hidden")
      #expect(hidden == .bool(!allows))
      let path = "/v1/shared/\(visit.token)/photos/\(visit.photos[1])/original?download"
      if allows {
        let address = try await visit.browser.value("document.querySelector('.viewer .original').href")
        #expect(address.text == "http://127.0.0.1:\(visit.service.port)\(path)")
      }
      #expect(try visit.service.client().get(path).status == (allows ? 200 : 403))
    }
  }

  @Test func `a title with markup stays text`() async throws {
    try await SharedVisit.with(title: "<i>Lake</i>") { visit in
      try await visit.wait(for: "<i>Lake</i>", in: ".shared-head h1")
      #expect(try await visit.browser.value("document.querySelector('.shared-head h1 i')") == .null)
      #expect(try await visit.browser.value("document.title").text == "<i>Lake</i> · Woof")
    }
  }

  @Test func `the page is in German for who prefers that`() async throws {
    try await SharedVisit.with(language: "de") { visit in
      try await visit.wait(for: visit.photos)
      let about = try await visit.browser.value("document.querySelector('.shared-head p').textContent").text ?? ""
      #expect(about.hasPrefix("von ada · 3 Fotos · bis "))
      #expect(try await visit.browser.value("document.documentElement.lang").text == "de")
    }
  }

  @Test func `without scripts the page lists the photos, and asks not to be found`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try ["public", "private"].map { try ada.addPhoto("?visibility=\($0)") }
      let other = try ada.addPhoto()
      let album = try ada.makeAlbum(titled: "Lake", visibility: "private", photos: photos)
      let holder = try LinkHolder(service, ada, album: album)
      let page = try service.client().get(holder.page)
      #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
      for photo in photos { #expect(page.text.contains("\(holder.path)/photos/\(photo)/")) }
      #expect(page.text.contains("Lake") && !page.text.contains(other))
      #expect(page["Referrer-Policy"] == "no-referrer" && page["X-Robots-Tag"] == "noindex")
      let locked = try LinkHolder(service, ada, album: album, #""password":"walkies""#)
      let closed = try service.client().get(locked.page).text
      #expect(!closed.contains("Lake") && !closed.contains(photos[0]))
    }
  }

  // MARK: Passwords and ends

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the password opens the album, and a wrong one says so`(window: Browser.Window) async throws {
    try await SharedVisit.with(window, terms: #""password":"walkies""#) { visit in
      try await visit.browser.wait(until: "document.activeElement.matches('.lock input')")
      #expect(try await visit.browser.value("document.body.textContent.includes('Lake')") == false)
      try await visit.browser.type("biscuit")
      try await visit.browser.press(.enter)
      try await visit.wait(for: "That is not the password.", in: ".lock .alarm")
      #expect(try await visit.browser.value("document.querySelectorAll('.wall li').length") == 0)
      try await visit.browser.wait(until: "!document.querySelector('.lock button').disabled")
      // The wrong one is selected, and what is typed takes its place.
      try await visit.browser.type("walkies")
      try await visit.browser.press(.enter)
      try await visit.wait(for: visit.photos)
      let kept = "document.cookie.length + localStorage.length + sessionStorage.length"
      #expect(try await visit.browser.value(kept) == 0)
      try await visit.open()
      try await visit.wait(for: visit.photos)
    }
  }

  @Test func `a new password locks out who has opened the page by the old one`() async throws {
    try await SharedVisit.with(terms: #""password":"walkies""#) { visit in
      try await visit.browser.wait(until: "document.activeElement.matches('.lock input')")
      try await visit.browser.type("walkies")
      try await visit.browser.press(.enter)
      try await visit.show(visit.photos[0])
      _ = try visit.service.client(visit.owner).send(
        "PATCH", "/v1/links/\(visit.link)", json: #"{"password": "biscuits"}"#)
      try await visit.browser.press(.right)
      try await visit.browser.wait(until: "document.querySelector('.lock') && !document.querySelector('.viewer')?.open")
      #expect(try await visit.browser.value("document.querySelectorAll('.wall li').length") == 0)
    }
  }

  @Test func `a link that is revoked says so at the next photo, and when the page is opened again`() async throws {
    try await SharedVisit.with { visit in
      try await visit.show(visit.photos[0])
      try visit.revoke()
      try await visit.browser.press(.right)
      try await visit.wait(for: SharedVisit.gone, in: "main .empty")
      #expect(try await visit.browser.value("Boolean(document.querySelector('.viewer')?.open)") == .bool(false))
      #expect(try await visit.browser.value("document.title").text == "Woof")
      try await visit.open()
      try await visit.wait(for: SharedVisit.gone, in: "main .empty")
      #expect(try await visit.browser.value("document.querySelectorAll('.wall li').length") == 0)
    }
  }

  @Test func `a link that never was says that it does not work`() async throws {
    try await SharedVisit.with { visit in
      let nowhere = String(repeating: "A", count: 43)
      try await visit.browser.open("http://127.0.0.1:\(visit.service.port)/s/\(nowhere)")
      try await visit.wait(for: SharedVisit.gone, in: "main .empty")
    }
  }

  // MARK: One photo

  @Test func `a link to one photo shows it large, and its caption stays text`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "<img src=x>"}"#)
      let page = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#).page
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)\(page)")
        try await browser.wait(until: "document.querySelector('.shared-photo img')?.naturalWidth > 0")
        try await browser.wait(until: "document.querySelector('.shared-head h1').textContent === '<img src=x>'")
        #expect(try await browser.value("document.querySelector('img[src=x]')") == .null)
        let address = try await browser.value("document.querySelector('.shared-head .download').href")
        #expect(address.text?.hasSuffix("/photos/\(photo)/original?download") == true)
        try await browser.click(".shared-photo a")
        try await browser.wait(until: "document.querySelector('.viewer')?.open")
        try await browser.press(.escape)
        try await browser.wait(until: "document.activeElement.matches('.shared-photo a')")
      }
    }
  }
}
