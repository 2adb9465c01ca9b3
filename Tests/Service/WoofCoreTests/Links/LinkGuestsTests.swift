// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import WoofCore

/// Names, keys and rates of the guests of share links.
struct LinkGuestsTests {
  private static let start = ShareLink.sampleTime

  @Test(arguments: [
    ("Oma", "Oma"), ("  Oma Erna\u{A0}", "Oma Erna"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("Žofie", "Žofie"),
    (String(repeating: "a", count: 40), String(repeating: "a", count: 40)),
  ])
  func `a name is taken without white space around it`(text: String, name: String) throws {
    #expect(try GuestName.checked(text) == name)
  }

  @Test(arguments: [
    "", " ", "\n", "a\u{0}b", "a\nb", "a\u{2028}b", "a\u{202E}b", "\u{200B}", "a\u{2066}b", "a\u{85}b",
    String(repeating: "a", count: 41), "e" + String(repeating: "\u{301}", count: 300),
  ])
  func `what is no name is refused`(text: String) {
    #expect(throws: WoofError.self) { try GuestName.checked(text) }
  }

  @Test func `a guest is known by the key, on the own link alone`() throws {
    let keys = ShareLinkKeys(key: Array(repeating: 7, count: 32))
    let (link, other) = (try ShareLink.sample(1), try ShareLink.sample(2))
    let guest = LinkGuestID(uuid: PhotoID(high: 0x7000, low: 0x8000_0000_0000_0009))
    let key = keys.guestKey(of: guest, for: link)
    #expect(keys.guest(showing: key, of: link) == guest)
    #expect(keys.guest(showing: key, of: other) == nil)
    #expect(ShareLinkKeys(key: Array(repeating: 8, count: 32)).guest(showing: key, of: link) == nil)
    // Neither kind of key stands for the other.
    #expect(!keys.isValid(key, for: link, at: Self.start))
    #expect(keys.guest(showing: keys.key(for: link, at: Self.start).text, of: link) == nil)
    for wrong in ["", ".", "x", "\(guest)", "\(guest).", "\(key)x", String(key.dropLast()), "\(key).\(key)"] {
      #expect(keys.guest(showing: wrong, of: link) == nil, "\(wrong)")
    }
  }

  @Test(arguments: GuestThrottle.Deed.allCases)
  func `what guests do is free so many times, then once in a while, for each network by itself`(
    deed: GuestThrottle.Deed
  ) throws {
    var throttle = GuestThrottle()
    let (here, there) = (ClientNetwork("192.0.2.1"), ClientNetwork("192.0.2.2"))
    for _ in 0..<deed.rule.allowance { try throttle.admit(deed, from: here, at: Self.start) }
    #expect(throws: WoofError.self) { try throttle.admit(deed, from: here, at: Self.start) }
    try throttle.admit(deed, from: there, at: Self.start)
    let next = Timestamp(milliseconds: Self.start.milliseconds + deed.rule.interval)
    try throttle.admit(deed, from: here, at: next)
    #expect(throws: WoofError.self) { try throttle.admit(deed, from: here, at: next) }
  }

  @Test func `a day takes so much, and says how long it is until the next`() throws {
    var limits = GuestLimits()
    (limits.photosPerDay, limits.bytesPerDay) = (2, 100)
    let noon = Timestamp(milliseconds: 20_000 * 86_400_000 + 43_200_000)
    var day = GuestIntakeDay()
    try day.admit(byteCount: 100, at: noon, limits)
    day = day.adding(byteCount: 60, at: noon)
    #expect(day == GuestIntakeDay(day: 20_000, photoCount: 1, byteCount: 60))
    try day.admit(byteCount: 40, at: noon, limits)
    do {
      try day.admit(byteCount: 41, at: noon, limits)
      Issue.record("41 bytes too many were let in")
    } catch {
      #expect(error.code == .tooManyRequests && error.retryAfter == 43_200)
    }
    day = day.adding(byteCount: 1, at: noon)
    #expect(throws: WoofError.self) { try day.admit(byteCount: 1, at: noon, limits) }
    try day.admit(byteCount: 100, at: noon.advanced(bySeconds: 43_200), limits)
  }

  @Test func `a link to one photo lets nobody add`() throws {
    let photo = PhotoID(high: 0x7000, low: 0x8000_0000_0000_0001)
    #expect(throws: WoofError.self) { try ShareLink.Target.photo(photo).check(allowsAdding: true) }
    try ShareLink.Target.photo(photo).check(allowsAdding: false)
    try ShareLink.Target.album(AlbumID(uuid: photo)).check(allowsAdding: true)
  }
}
