// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// The view of the account, with its app passwords.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryAccountTests {
  private static let rows = "[...document.querySelectorAll('[data-app-password]')]"

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `an app password is made in the account, works, and is revoked there`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window, ownCount: 2) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.to-account')")
      try await browser.click(".to-account")
      try await browser.wait(
        until: "location.search === '?view=account' && document.querySelector('.account-facts strong')")
      #expect(try await browser.value("document.querySelector('.account-facts strong').textContent").text == "bob")
      let excess = try await browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(excess.integer.map { $0 <= 0 } == true)
      try await browser.click(".create-app-password")
      try await browser.click(".app-password-dialog .primary")
      let alarm = "document.querySelector('.app-password-dialog .alarm')?.textContent"
      try await browser.wait(until: "\(alarm) === 'An app password needs a name.'")
      try await browser.type("Phone & <b>")
      try await browser.click(".app-password-dialog [value=write]")
      try await browser.click(".app-password-dialog .primary")
      let secret = "document.querySelector('.share-address input')?.value"
      try await browser.wait(until: "\(secret)?.startsWith('woof_')")
      let password = try #require(try await browser.value(secret).text)
      try await browser.click(".share-address .done")
      try await browser.wait(until: "\(Self.rows).length === 1 && document.querySelector('dialog') === null")
      #expect(
        try await browser.value("\(Self.rows)[0].querySelector('strong').textContent").text == "Phone & <b>")
      let made = try #require(try visit.client.get("/v1/me/app-passwords").member("items").items.first)
      #expect(made["scopes"] == .array(["read", "like", "upload"]) && made["expiresAt"] == nil)
      let phone = visit.service.client(Credential("bob", password))
      #expect(try phone.get("/v1/me").status == 200)
      try await browser.click("[data-app-password] .revoke")
      try await browser.wait(until: "document.querySelector('.confirm .danger')")
      try await browser.click(".confirm .danger")
      try await browser.wait(until: "\(Self.rows).length === 0")
      #expect(try phone.get("/v1/me").status == 401)
    }
  }

  @Test func `a password is changed by who knows the one that counts`() async throws {
    try await GalleryVisit.with(view: "account", ownCount: 1) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.change-password')")
      try await browser.click(".change-password")
      let alarm = "document.querySelector('.password-dialog .alarm')?.textContent"
      func fill(_ values: [String]) async throws {
        for (index, value) in values.enumerated() {
          _ = try await browser.value(
            "document.querySelectorAll('.password-dialog input')[\(index)].value = '\(value)'")
        }
        try await browser.click(".password-dialog .primary")
      }
      try await fill(["tail wagging", "ears flapping", "ears flopping"])
      try await browser.wait(until: "\(alarm) === 'The new passwords are not the same.'")
      try await fill(["wrong", "ears flapping", "ears flapping"])
      try await browser.wait(until: "\(alarm) === 'The password that counts now is another one.'")
      try await fill(["tail wagging", "short", "short"])
      try await browser.wait(until: "\(alarm).startsWith('A password has 8 to ')")
      try await fill(["tail wagging", "ears flapping", "ears flapping"])
      try await visit.wait(forNotice: "The password is changed. The browser will ask for it.")
      #expect(try visit.client.get("/v1/me").status == 401)
      #expect(try visit.service.client(Credential("bob", "ears flapping")).get("/v1/me").status == 200)
    }
  }

  @Test func `who signed in with an app password is told that the account is not for it`() async throws {
    try await withService { service in
      let bob = try await service.addAccount("bob")
      let made = try service.client(bob).send(
        "POST", "/v1/me/app-passwords", json: #"{"name": "Phone", "scopes": ["read"]}"#)
      let password = try #require(try made.member("password").text)
      try await Browser.with { browser in
        try await browser.signIn(Credential("bob", password), at: service)
        try await browser.open("http://127.0.0.1:\(service.port)/?view=account")
        let words = "document.querySelector('.account-page .links .note')?.textContent"
        try await browser.wait(until: "\(words)?.startsWith('You have signed in with an app password.')")
        #expect(
          try await browser.value(
            "[...document.querySelectorAll('.account-page > button')].every(button => button.hidden)")
            == true)
      }
    }
  }
}
