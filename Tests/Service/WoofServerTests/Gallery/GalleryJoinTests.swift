// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Inviting in the account's view, and the page at which people sign up.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryJoinTests {
  private static let alarm = "document.querySelector('.joining .alarm')?.textContent"
  private static let heading = "document.querySelector('main h1')?.textContent"

  /// Writes into the fields of the page and sends them.
  private static func fill(_ browser: Browser, _ name: String, _ password: String) async throws {
    for (selector, text) in [("[autocomplete=username]", name), ("[autocomplete=new-password]", password)] {
      _ = try await browser.value("document.querySelector('.joining \(selector)').value = '\(text)'")
    }
    try await browser.click(".joining .primary")
  }

  private static func invite(_ service: TestService, _ inviter: Client, _ members: String = "") throws -> String {
    let made = try inviter.send("POST", InvitationTests.path, json: "{\(members)}")
    guard let token = try made.member("token").text else { throw TestFailure("no invitation: \(made.text)") }
    return "http://127.0.0.1:\(service.port)/join/\(token)"
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `an invitation is made in the account, used by a stranger, and revoked there`(
    window: Browser.Window
  ) async throws {
    try await GalleryVisit.with(window, view: "account", ownCount: 1, http: InvitationTests.byMembers) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.create-invitation')")
      let excess = try await browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(excess.integer.map { $0 <= 0 } == true)
      try await browser.click(".create-invitation")
      try await browser.click(".invitation-dialog .field input")
      try await browser.type("Cleo & <b>")
      _ = try await browser.value("document.querySelector('.invitation-dialog [type=number]').value = '0'")
      try await browser.click(".invitation-dialog .primary")
      let alarm = "document.querySelector('.invitation-dialog .alarm')?.textContent"
      try await browser.wait(until: "\(alarm) === 'An invitation is for 1 to 100 accounts.'")
      _ = try await browser.value("document.querySelector('.invitation-dialog [type=number]').value = '2'")
      try await browser.click(".invitation-dialog .primary")
      let shown = "document.querySelector('.share-address input')?.value"
      try await browser.wait(until: "\(shown)?.includes('/join/')")
      let address = try #require(try await browser.value(shown).text)
      try await browser.click(".share-address .done")
      let rows = "[...document.querySelectorAll('[data-invitation]')]"
      try await browser.wait(until: "\(rows).length === 1 && document.querySelector('dialog') === null")
      #expect(try await browser.value("\(rows)[0].querySelector('strong').textContent").text == "Cleo & <b>")
      let token = try #require(address.split(separator: "/").last)
      let joined = try visit.service.client().send(
        "POST", "/v1/accounts", json: #"{"name":"cleo","password":"ears flapping","invitation":"\#(token)"}"#)
      #expect(joined.status == 201)
      try await visit.open("/?view=account")
      try await browser.wait(until: "\(rows)[0]?.textContent.includes('1 of 2 used')")
      #expect(try await browser.value("\(rows)[0].textContent.includes('came: cleo')") == true)
      try await browser.click("[data-invitation] .revoke")
      try await browser.wait(until: "document.querySelector('.confirm .danger')")
      try await browser.click(".confirm .danger")
      try await browser.wait(until: "\(rows).length === 0")
      #expect(try visit.service.client().get("/v1/join/\(token)").status == 404)
    }
  }

  @Test func `who may not invite is not offered to`() async throws {
    try await GalleryVisit.with(view: "account", ownCount: 1, http: InvitationTests.byAdministrators) { visit in
      try await visit.browser.wait(until: "document.querySelector('.create-app-password')")
      #expect(try await visit.browser.value("document.querySelector('.create-invitation')") == .null)
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `an invited person makes an account, and is signed in`(window: Browser.Window) async throws {
    try await withService(http: InvitationTests.byMembers) { service in
      let ada = try await service.member("ada")
      let address = try Self.invite(service, ada)
      try await Browser.with(window) { browser in
        try await browser.open(address)
        try await browser.wait(until: "\(Self.heading) === 'ada invites you to Woof'")
        #expect(try await browser.value("document.activeElement.autocomplete") == "username")
        let excess = try await browser.value("document.documentElement.scrollWidth - innerWidth")
        #expect(excess.integer.map { $0 <= 0 } == true)
        for (name, password, words) in [
          ("Ada Lovelace", "ears flapping", "A name has 1 to 64 small letters"),
          ("bob", "short", "A password has eight"),
          ("ada", "ears flapping", "Somebody has this name already."),
          ("bob", "password1", "This password is too easy"),
        ] {
          try await Self.fill(browser, name, password)
          try await browser.wait(until: "\(Self.alarm)?.startsWith('\(words)')")
        }
        try await browser.click(".joining .show input")
        #expect(try await browser.value("document.querySelector('[autocomplete=new-password]').type") == "text")
        try await Self.fill(browser, "bob", "ears flapping")
        try await browser.wait(until: "location.search === '?view=mine' && document.querySelector('.to-account')")
        #expect(try await browser.value("document.querySelector('.to-account').textContent") == "b")
        #expect(try service.client(Credential("bob", "ears flapping")).get("/v1/me").status == 200)
      }
    }
  }

  @Test func `an invitation that has ended says so, before the form and after it`() async throws {
    try await withService(http: InvitationTests.byMembers) { service in
      let ada = try await service.member("ada")
      let address = try Self.invite(service, ada)
      try await Browser.with { browser in
        try await browser.open(address)
        try await browser.wait(until: "document.querySelector('.joining')")
        for id in try ada.ids(InvitationTests.path) { _ = try ada.delete("\(InvitationTests.path)/\(id)") }
        try await Self.fill(browser, "bob", "ears flapping")
        let ended = "This invitation does not work any more. Whoever sent it to you can make another one."
        try await browser.wait(until: "\(Self.heading) === '\(ended)'")
        try await browser.open(address)
        try await browser.wait(until: "\(Self.heading) === '\(ended)'")
        try await browser.open("http://127.0.0.1:\(service.port)/join")
        try await browser.wait(until: "\(Self.heading)?.startsWith('Signing up here takes an invitation.')")
      }
    }
  }

  @Test func `the page is in German for whoever reads that`() async throws {
    try await withService(http: InvitationTests.byMembers) { service in
      let address = try Self.invite(service, try await service.member("ada"))
      try await Browser.with(language: "de") { browser in
        try await browser.open(address)
        try await browser.wait(until: "\(Self.heading) === 'ada lädt Sie zu Woof ein'")
        try await Self.fill(browser, "ada", "Ohren flattern")
        try await browser.wait(until: "\(Self.alarm)?.startsWith('Diesen Namen hat schon jemand.')")
      }
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `where everybody may sign up, the gallery leads there`(window: Browser.Window) async throws {
    try await withService(http: "accounts: {signUp: 'open'}") { service in
      _ = try await service.member("ada").addPhoto()
      try await Browser.with(window) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "document.querySelector('.to-join')?.checkVisibility()")
        let excess = try await browser.value("document.documentElement.scrollWidth - innerWidth")
        #expect(excess.integer.map { $0 <= 0 } == true)
        try await browser.click(".to-join")
        try await browser.wait(until: "\(Self.heading) === 'Make an account'")
        try await Self.fill(browser, "bob", "ears flapping")
        try await browser.wait(until: "location.search === '?view=mine' && document.querySelector('.to-account')")
        #expect(try await browser.value("document.querySelector('.to-join')?.checkVisibility() ?? false") == false)
      }
    }
  }

  @Test func `where nobody may, the gallery does not`() async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "document.querySelector('.sign-in')?.hidden === false")
        #expect(try await browser.value("document.querySelector('.to-join')") == .null)
      }
    }
  }
}
