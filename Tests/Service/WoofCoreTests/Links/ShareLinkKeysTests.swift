// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct ShareLinkKeysTests {
  private let keys = ShareLinkKeys(key: [UInt8](repeating: 7, count: 32))
  private let now = ShareLink.sampleTime

  @Test func `a key opens its link for a day`() throws {
    let link = try ShareLink.sample()
    let key = keys.key(for: link, at: now)
    #expect(key.expiresAt == now.advanced(bySeconds: 86_400))
    #expect(keys.isValid(key.text, for: link, at: now))
    #expect(keys.isValid(key.text, for: link, at: Timestamp(milliseconds: key.expiresAt.milliseconds - 1)))
    #expect(!keys.isValid(key.text, for: link, at: key.expiresAt))
  }

  @Test func `a key counts no longer than its link`() throws {
    let link = try ShareLink.sample(lifetimeSeconds: 60)
    let key = keys.key(for: link, at: now)
    #expect(key.expiresAt == link.terms.expiresAt)
    #expect(keys.isValid(key.text, for: link, at: now.advanced(bySeconds: 59)))
    #expect(!keys.isValid(key.text, for: link, at: now.advanced(bySeconds: 60)))
  }

  @Test func `a key of which any byte is another one opens nothing`() throws {
    let link = try ShareLink.sample()
    let key = Array(keys.key(for: link, at: now).text.utf8)
    for index in key.indices {
      for byte: UInt8 in 0x20..<0x7F where byte != key[index] {
        var changed = key
        changed[index] = byte
        let text = String(decoding: changed, as: UTF8.self)
        #expect(!keys.isValid(text, for: link, at: now), "\(text)")
      }
    }
  }

  @Test func `a key of which something is missing, or to which something is added, opens nothing`() throws {
    let link = try ShareLink.sample()
    let key = keys.key(for: link, at: now).text
    let (time, tag) = (key.prefix { $0 != "." }, key.drop { $0 != "." }.dropFirst())
    // Sixteen bytes of a tag vouch for it as well, which take 22 characters.
    for count in 0..<time.count + 22 {
      #expect(!keys.isValid(String(key.prefix(count)), for: link, at: now), "\(count)")
    }
    let texts = [
      "", ".", "..", ".\(tag)", "\(time).", "\(time)..\(tag)", ".\(key)", "\(key).", "\(key)=", "\(key)A", " \(key)",
      "\(key) ", "\(key).\(tag)", "-\(key)", "9\(key)", "\(time)0.\(tag)", "\(Int64.max).\(tag)", "\(time)\(tag)",
      "\(time)9999999999.\(tag)", "\(tag).\(time)", "\"\(key)\"",
    ]
    for text in texts { #expect(!keys.isValid(text, for: link, at: now), "\(text)") }
  }

  @Test func `a key opens no other link, though its password is the same`() throws {
    let (link, other) = (try ShareLink.sample(1), try ShareLink.sample(2))
    var twin = other
    twin.terms = link.terms
    let key = keys.key(for: link, at: now).text
    #expect(keys.isValid(key, for: link, at: now))
    for link in [other, twin] { #expect(!keys.isValid(key, for: link, at: now)) }
  }

  @Test func `a new password ends all keys, though it is the old one again`() throws {
    var link = try ShareLink.sample(password: "walkies")
    let key = keys.key(for: link, at: now).text
    for password in ["fetch", "walkies"] {
      link.terms.passwordHash = try ShareLink.hash(of: password)
      #expect(!keys.isValid(key, for: link, at: now), "\(password)")
    }
  }

  @Test func `a key from the time without a password does not open a link that has one`() throws {
    var link = try ShareLink.sample(password: nil)
    let key = keys.key(for: link, at: now).text
    link.terms.passwordHash = try ShareLink.hash(of: "walkies")
    #expect(!keys.isValid(key, for: link, at: now))
  }

  @Test func `other changes of a link leave its keys as they are`() throws {
    var link = try ShareLink.sample()
    let key = keys.key(for: link, at: now).text
    link.terms.allowsDownload = true
    link.terms.showsLocation = true
    link.terms.expiresAt = link.terms.expiresAt.advanced(bySeconds: 1)
    link.visits = ShareLink.Visits(count: 3, last: now)
    #expect(keys.isValid(key, for: link, at: now))
  }

  @Test func `a key of another installation opens nothing`() throws {
    let link = try ShareLink.sample()
    let others = ShareLinkKeys(key: [UInt8](repeating: 8, count: 32))
    #expect(!keys.isValid(others.key(for: link, at: now).text, for: link, at: now))
  }
}
