// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofSystem

@Suite struct ChangeTokenCoderTests {
  private static let positions: [ChangePosition] = [
    .sequence(0), .sequence(1), .sequence(.max), .snapshot(startedAt: 0, after: PhotoID(high: 0, low: 0)),
    .snapshot(startedAt: 7, after: PhotoID(high: .max, low: 0x8123_4567_89AB_CDEF)),
  ]

  private let coder = ChangeTokenCoder(key: [1, 2, 3], epoch: 42)
  private let ada = ChangeReader.account(AccountID(rawValue: 1))
  private let bob = ChangeReader.account(AccountID(rawValue: 2))

  private func refusal(_ token: ChangeToken, reader: ChangeReader, coder: ChangeTokenCoder? = nil) -> WoofError.Code? {
    do {
      _ = try (coder ?? self.coder).position(of: token, reader: reader)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: positions)
  func `a token decodes to the position that it encodes`(position: ChangePosition) throws {
    for reader in [.everybody, ada, .account(AccountID(rawValue: .max)), .administrator] {
      #expect(try coder.position(of: coder.token(for: position, reader: reader), reader: reader) == position)
    }
  }

  @Test(arguments: positions)
  func `a token with any bit changed is invalid`(position: ChangePosition) throws {
    let bytes = try #require(Base64.decode(coder.token(for: position, reader: ada).rawValue.utf8, as: .url))
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let token = ChangeToken(rawValue: Base64.encode(changed, as: .url))
        #expect(refusal(token, reader: ada) == .changeTokenInvalid)
      }
    }
  }

  @Test(arguments: positions)
  func `a token that is cut or made longer is invalid`(position: ChangePosition) throws {
    let bytes = try #require(Base64.decode(coder.token(for: position, reader: ada).rawValue.utf8, as: .url))
    for count in 0..<bytes.count {
      let token = ChangeToken(rawValue: Base64.encode(bytes.prefix(count), as: .url))
      #expect(refusal(token, reader: ada) == .changeTokenInvalid)
    }
    for extra in 1...20 {
      let token = ChangeToken(rawValue: Base64.encode(bytes + [UInt8](repeating: 0, count: extra), as: .url))
      #expect(refusal(token, reader: ada) == .changeTokenInvalid)
    }
  }

  @Test(arguments: [ChangeSubjects.albums, .links, [.photos, .albums], .all])
  func `a token of several kinds leads to its position, for as many of them or fewer`(subjects: ChangeSubjects) throws {
    let start = PhotoID(high: 7, low: .max)
    let positions =
      Self.positions + [
        .sharingSnapshot(startedAt: 7, of: .albums, after: start),
        .sharingSnapshot(startedAt: .max, of: .links, after: start),
      ]
    for position in positions {
      let token = coder.token(for: position, reader: ada, of: subjects)
      for rawValue in 1...7 {
        let asked = ChangeSubjects(rawValue: rawValue)
        let found = Result { try coder.position(of: token, reader: ada, of: asked) }
        guard subjects.isSuperset(of: asked) else {
          #expect(throws: WoofError.self) { try found.get() }
          continue
        }
        #expect(try found.get() == position)
      }
      #expect(refusal(token, reader: bob) == .changeTokenInvalid)
    }
  }

  @Test func `a token of several kinds with any bit changed, cut or made longer is invalid`() throws {
    for position in Self.positions {
      let token = coder.token(for: position, reader: ada, of: .all)
      let bytes = try #require(Base64.decode(token.rawValue.utf8, as: .url))
      for index in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[index] ^= 1 << UInt8(bit)
          #expect(refusal(ChangeToken(rawValue: Base64.encode(changed, as: .url)), reader: ada) == .changeTokenInvalid)
        }
        let cut = ChangeToken(rawValue: Base64.encode(bytes.prefix(index), as: .url))
        #expect(refusal(cut, reader: ada) == .changeTokenInvalid)
      }
      let longer = ChangeToken(rawValue: Base64.encode(bytes + [0], as: .url))
      #expect(refusal(longer, reader: ada) == .changeTokenInvalid)
    }
  }

  @Test func `a token for photos is what it was before there were other kinds`() {
    let token = coder.token(for: .sequence(5), reader: ada)
    #expect(coder.token(for: .sequence(5), reader: ada, of: .photos) == token)
    #expect(Base64.decode(token.rawValue.utf8, as: .url)?.prefix(1) == [1])
  }

  @Test(arguments: ["", "0", "latest", "é", "AAAA====", "%00"])
  func `malformed text is invalid`(text: String) {
    #expect(refusal(ChangeToken(rawValue: text), reader: .everybody) == .changeTokenInvalid)
  }

  @Test func `a token of another reader is invalid, signed in or not`() {
    let token = coder.token(for: .sequence(5), reader: ada)
    #expect(refusal(token, reader: bob) == .changeTokenInvalid)
    #expect(refusal(token, reader: .everybody) == .changeTokenInvalid)
    #expect(refusal(coder.token(for: .sequence(5), reader: .everybody), reader: ada) == .changeTokenInvalid)
  }

  @Test func `a token under another key is invalid`() {
    let other = ChangeTokenCoder(key: [1, 2, 4], epoch: 42)
    #expect(refusal(coder.token(for: .sequence(5), reader: ada), reader: ada, coder: other) == .changeTokenInvalid)
  }

  @Test func `a token of another epoch has expired, for its own reader`() {
    let restored = ChangeTokenCoder(key: [1, 2, 3], epoch: 43)
    let token = coder.token(for: .sequence(5), reader: ada)
    #expect(refusal(token, reader: ada, coder: restored) == .changeTokenExpired)
    #expect(ChangeTokenCoder.expired.details["restart"] == "/v1/changes")
    #expect(refusal(token, reader: bob, coder: restored) == .changeTokenInvalid)
  }

  @Test func `a token needs no encoding in a query`() {
    let safe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for position in Self.positions {
      #expect(coder.token(for: position, reader: ada).rawValue.allSatisfy(safe.contains))
    }
  }

  @Test func `the text of a token does not reveal the sequence`() throws {
    let first = coder.token(for: .sequence(1), reader: ada).rawValue
    let second = coder.token(for: .sequence(2), reader: ada).rawValue
    #expect(first.suffix(20) != second.suffix(20))
  }
}
