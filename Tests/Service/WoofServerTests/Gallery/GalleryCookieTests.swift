// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The gallery in browsers that keep no cookies. They keep nothing else either: what asks for it is refused there.
@Suite(
  .enabled(if: BrowserKind.chromium.isInstalled),
  .enabled(if: BrowserKind.firefox.isInstalled, "firefox-esr is not installed, which script/test does"),
  .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryCookieTests {
  private static let words = "Allow cookies for this site to sign in. This browser keeps none here."

  /// Runs a browser without cookies beside a service on which bob has a public and a private photo.
  private static func with(
    _ kind: BrowserKind, _ body: @escaping @Sendable (Browser, TestService, Credential) async throws -> Void
  ) async throws {
    try await withService { service in
      let bob = try await service.addAccount("bob")
      for visibility in ["private", "public"] { _ = try service.client(bob).addPhoto("?visibility=\(visibility)") }
      try await Browser.with(in: kind, keepsCookies: false) { browser in
        try await body(browser, service, bob)
      }
    }
  }

  private static func open(_ path: String, in browser: Browser, _ service: TestService) async throws {
    try await browser.open("http://127.0.0.1:\(service.port)\(path)")
  }

  @Test(arguments: BrowserKind.allCases)
  func `public photos are shown, open, and are told of when they come`(kind: BrowserKind) async throws {
    try await Self.with(kind) { browser, service, bob in
      try await Self.open("/", in: browser, service)
      #expect(
        try await browser.value("(() => { try { return localStorage.length; } catch { return 'refused'; } })()").text
          == "refused")
      try await browser.wait(until: "document.querySelector('.wall li img')?.naturalWidth > 0")
      try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
      let added = try service.client(bob).addPhoto()
      try await browser.wait(until: "document.querySelector('li[data-id=\"\(added)\"]')")
      try await browser.click("li[data-id='\(added)'] a")
      try await browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 0")
      try await browser.press(.escape)
      try await browser.wait(until: "!document.querySelector('.viewer')?.open")
      try await browser.click(".tabs [data-view='albums']")
      try await browser.wait(
        until: "document.querySelector('main .empty')?.textContent.includes('No public albums yet.')")
    }
  }

  @Test func `where the browser sends no password without them, whatever needs an account says what to do`()
    async throws
  {
    try await Self.with(.chromium) { browser, service, _ in
      for action in [".sign-in", ".wall li .likes"] {
        try await Self.open("/", in: browser, service)
        try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
        try await browser.wait(until: "document.querySelector('.wall li .likes')")
        try await browser.click(action)
        try await browser.wait(until: "document.querySelector('.status.alarm')?.textContent === '\(Self.words)'")
        #expect(try await browser.value("document.querySelector('dialog[open]')") == .null)
      }
      let folder = try TemporaryFolder()
      try folder.write(SampleJPEG.next(), to: "rex.jpg")
      try await Self.open("/", in: browser, service)
      try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
      try await browser.click(".add")
      try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      try await browser.choose([folder.path("rex.jpg")], in: ".uploads .picker")
      try await browser.wait(
        until: "document.querySelector('.uploads li .about')?.textContent === 'Sign in to add photos.'")
      try await browser.wait(until: "document.querySelector('.status.alarm')?.textContent === '\(Self.words)'")
      try await Self.open("/?view=mine", in: browser, service)
      try await browser.wait(until: "document.querySelector('.status.alarm')?.textContent === '\(Self.words)'")
      try await browser.wait(until: "document.querySelector('main .empty button')?.checkVisibility()")
    }
  }

  @Test func `where the browser asks for the password itself, everything works until it is closed`() async throws {
    try await Self.with(.firefox) { browser, service, bob in
      try await browser.signIn(bob, at: service)
      try await Self.open("/", in: browser, service)
      try await browser.wait(until: "document.querySelectorAll('.wall li img').length === 2")
      try await browser.click(".wall li .likes")
      try await browser.wait(until: "document.querySelector('.wall li .likes[aria-pressed=true]')")
      let folder = try TemporaryFolder()
      try folder.write(SampleJPEG.large(byteCount: 9_000_000), to: "large.jpg")
      try await browser.click(".add")
      try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      try await browser.choose([folder.path("large.jpg")], in: ".uploads .picker")
      try await browser.wait(until: "document.querySelector('.uploads .title')?.textContent === '1 added'")
      try await browser.click(".to-account")
      let words = "Your browser has your password itself, and forgets it when you close it."
      try await browser.wait(
        until: "[...document.querySelectorAll('.account-page .note')].some(note => note.textContent === '\(words)'"
          + " && note.checkVisibility())")
      #expect(try await browser.value("document.querySelector('.sign-out').checkVisibility()") == false)
      #expect(try service.client(bob).ids("/v1/me/sessions") == [])
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `a link with a password says that it needs one, and whoever gives a name still likes and adds`(
    kind: BrowserKind
  ) async throws {
    try await Self.with(kind) { browser, service, bob in
      let client = service.client(bob)
      let photos = try client.ids("/v1/me/photos")
      let album = try client.makeAlbum(titled: "Lake", photos: photos)
      let locked = try LinkHolder(service, client, album: album, #""password": "walkies""#)
      try await Self.open(locked.page, in: browser, service)
      try await browser.wait(until: "document.activeElement.matches('.lock input')")
      try await browser.type("biscuits")
      try await browser.press(.enter)
      try await browser.wait(
        until: "document.querySelector('.lock .alarm')?.textContent === 'That is not the password.'")
      try await browser.wait(until: "!document.querySelector('.lock button').disabled")
      try await browser.type("walkies")
      try await browser.press(.enter)
      try await browser.wait(
        until: "document.querySelector('.lock .alarm')?.textContent.includes('Allow cookies for this site')")
      let open = try LinkHolder(service, client, album: album, #""allows": ["like", "add"]"#)
      try await Self.open(open.page, in: browser, service)
      try await browser.wait(until: "document.querySelectorAll('.wall li img').length === 2")
      try await browser.click(".wall li .likes")
      try await browser.wait(until: "document.activeElement.matches('.name-dialog input')")
      try await browser.type("Oma")
      try await browser.press(.enter)
      try await browser.wait(until: "document.querySelector('.wall li .likes[aria-pressed=true]')")
      let folder = try TemporaryFolder()
      try folder.write(SampleJPEG.next(), to: "rex.jpg")
      try await browser.click(".shared-head .add")
      try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      try await browser.choose([folder.path("rex.jpg")], in: ".uploads .picker")
      try await browser.wait(until: "document.querySelectorAll('.wall li').length === 3")
    }
  }
}
