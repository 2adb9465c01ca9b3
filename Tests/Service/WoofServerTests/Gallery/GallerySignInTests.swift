// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Signing in on a page, and out.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GallerySignInTests {
  private static let path = "/v1/me/sessions"
  private static let alarm = "document.querySelector('.sign-in-dialog .alarm')?.textContent"
  private static let isSignedOut = "document.querySelector('.sign-in:not([hidden])')"

  /// A browser at the gallery, in which bob has not signed in; he has a photo that is private and one that is not.
  private static func visit(
    _ window: Browser.Window = .desktop, at path: String = "/",
    _ body: @escaping @Sendable (Browser, TestService, Credential) async throws -> Void
  ) async throws {
    try await withService { service in
      let bob = try await service.addAccount("bob")
      for visibility in ["private", "public"] { _ = try service.client(bob).addPhoto("?visibility=\(visibility)") }
      try await Browser.with(window) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)\(path)")
        try await browser.wait(until: "document.querySelector('.add')")
        try await body(browser, service, bob)
      }
    }
  }

  private static func fill(_ name: String, _ password: String, in browser: Browser) async throws {
    try await browser.wait(until: "document.querySelector('.sign-in-dialog')")
    for (field, value) in [("username", name), ("password", password)] {
      _ = try await browser.value("document.querySelector('.sign-in-dialog [name=\(field)]').value = '\(value)'")
    }
    try await browser.click(".sign-in-dialog .primary")
  }

  private static func signIn(_ credential: Credential, in browser: Browser) async throws {
    try await browser.wait(until: isSignedOut)
    try await browser.click(".sign-in")
    try await fill(credential.name, credential.password, in: browser)
    try await browser.wait(until: "document.querySelector('.to-account') && !document.querySelector('dialog')")
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `somebody signs in on the page, stays so, and signs out`(window: Browser.Window) async throws {
    try await Self.visit(window) { browser, service, bob in
      try await browser.wait(until: Self.isSignedOut)
      try await browser.click(".sign-in")
      try await browser.wait(until: "document.querySelector('.sign-in-dialog')")
      try await browser.click(".sign-in-dialog .primary")
      try await browser.wait(until: "\(Self.alarm) === 'Give both name and password.'")
      try await Self.fill("bob", "wrong", in: browser)
      try await browser.wait(until: "\(Self.alarm) === 'The name or the password is wrong.'")
      try await Self.fill(" bob ", bob.password, in: browser)
      try await browser.wait(until: "document.querySelector('.status').textContent === 'Signed in as bob'")
      #expect(try await browser.value("document.cookie") == "")
      try await browser.open("http://127.0.0.1:\(service.port)/?view=mine")
      try await browser.wait(until: "document.querySelectorAll('.wall li').length === 2")
      try await browser.click(".to-account")
      try await browser.wait(until: "document.querySelector('[data-session]')")
      let row = try await browser.value("document.querySelector('[data-session]').textContent").text
      #expect(row?.hasPrefix("Chrome on Linux") == true && row?.contains("this browser") == true)
      try await browser.click(".sign-out")
      try await browser.wait(until: "location.search === '' && \(Self.isSignedOut)")
      #expect(try service.client(bob).ids(Self.path) == [])
      try await browser.open("http://127.0.0.1:\(service.port)/?view=mine")
      try await browser.wait(until: "document.querySelector('.sign-in-dialog')")
      #expect(try await browser.value("document.querySelectorAll('.wall li').length") == 0)
    }
  }

  @Test func `a session that ended elsewhere is begun anew where something needs it, which goes on then`() async throws
  {
    try await Self.visit { browser, service, bob in
      try await Self.signIn(bob, in: browser)
      #expect(try service.client(bob).delete(Self.path).status == 204)
      try await browser.click(".wall li .likes")
      try await Self.fill("bob", bob.password, in: browser)
      try await browser.wait(until: "document.querySelector('.wall li .likes[aria-pressed=true]')")
      #expect(try service.client(bob).ids(Self.path).count == 1)
      // The stream is bob's again: what he adds elsewhere appears.
      let added = try service.client(bob).addPhoto()
      try await browser.wait(until: "document.querySelector('li[data-id=\"\(added)\"]')")
    }
  }

  @Test func `a photo is added though the session ended meanwhile`() async throws {
    try await Self.visit { browser, service, bob in
      try await Self.signIn(bob, in: browser)
      try await browser.click(".add")
      try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      #expect(try service.client(bob).delete(Self.path).status == 204)
      let folder = try TemporaryFolder()
      try folder.write(SampleJPEG.next(), to: "rex.jpg")
      try await browser.choose([folder.path("rex.jpg")], in: ".uploads .picker")
      try await Self.fill("bob", bob.password, in: browser)
      try await eventually { try service.client(bob).ids("/v1/me/photos").count == 3 }
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `whoever thinks better of signing in is left alone`() async throws {
    try await Self.visit { browser, _, _ in
      try await browser.wait(until: Self.isSignedOut)
      try await browser.click(".wall li .likes")
      try await browser.wait(until: "document.querySelector('.sign-in-dialog')")
      try await browser.press(.escape)
      try await browser.wait(until: "!document.querySelector('dialog') && \(Self.isSignedOut)")
      #expect(try await browser.value("document.querySelectorAll('.wall li').length") == 1)
    }
  }

  @Test func `other browsers are signed out singly, and all at once`() async throws {
    try await Self.visit { browser, service, bob in
      try await Self.signIn(bob, in: browser)
      let (phone, laptop) = (BrowserPage(of: service), BrowserPage(of: service))
      phone.userAgent = "Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36"
      try phone.signIn(bob)
      try laptop.signIn(bob)
      try await browser.click(".to-account")
      let rows = "document.querySelectorAll('[data-session]').length"
      try await browser.wait(until: "\(rows) === 3")
      try await browser.click("[data-session]:nth-child(2) .end-session")
      try await browser.wait(
        until: "document.querySelector('.confirm h2')?.textContent === 'Sign out Chrome on Android?'")
      try await browser.click(".confirm .danger")
      try await browser.wait(until: "\(rows) === 2")
      #expect(try phone.send("GET", "/v1/me").status == 401 && laptop.send("GET", "/v1/me").status == 200)
      try await browser.click(".sign-out-everywhere")
      try await browser.click(".confirm .danger")
      try await browser.wait(until: "location.search === '' && \(Self.isSignedOut)")
      #expect(try laptop.send("GET", "/v1/me").status == 401)
    }
  }

  @Test func `a new password leaves the browser signed in that gave it`() async throws {
    try await Self.visit { browser, service, bob in
      try await Self.signIn(bob, in: browser)
      let other = BrowserPage(of: service)
      try other.signIn(bob)
      try await browser.click(".to-account")
      try await browser.wait(until: "document.querySelectorAll('[data-session]').length === 2")
      try await browser.click(".change-password")
      for (index, value) in [bob.password, "ears flapping", "ears flapping"].enumerated() {
        _ = try await browser.value("document.querySelectorAll('.password-dialog input')[\(index)].value = '\(value)'")
      }
      try await browser.click(".password-dialog .primary")
      try await browser.wait(until: "document.querySelector('.notice p')?.textContent === 'The password is changed.'")
      try await browser.wait(until: "document.querySelectorAll('[data-session]').length === 1")
      #expect(try other.send("GET", "/v1/me").status == 401)
      try await browser.click(".home")
      try await browser.wait(until: "document.querySelector('.wall li .likes')")
      try await browser.click(".wall li .likes")
      try await browser.wait(until: "document.querySelector('.wall li .likes[aria-pressed=true]')")
    }
  }
}
