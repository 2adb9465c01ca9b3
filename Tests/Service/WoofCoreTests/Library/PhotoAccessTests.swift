// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct PhotoAccessTests {
  private let owner: Principal
  private let stranger: Principal
  private let administrator: Principal

  init() throws {
    owner = Principal(id: AccountID(rawValue: 1), name: try AccountName("ada").orThrow(), isAdministrator: false)
    stranger = Principal(id: AccountID(rawValue: 2), name: try AccountName("bob").orThrow(), isAdministrator: false)
    administrator = Principal(
      id: AccountID(rawValue: 3), name: try AccountName("root").orThrow(), isAdministrator: true)
  }

  private func refusal(_ body: () throws -> PhotoRecord) -> WoofError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? WoofError)?.code ?? .internal
    }
  }

  private func reading(_ visibility: Visibility, isDeleted: Bool = false, by reader: Principal?) throws -> WoofError
    .Code?
  {
    let record = try sampleRecord(visibility: visibility, isDeleted: isDeleted)
    return refusal { try PhotoAccess.readable(record, by: reader) }
  }

  private func writing(_ visibility: Visibility, isDeleted: Bool = false, by writer: Principal) throws -> WoofError
    .Code?
  {
    let record = try sampleRecord(visibility: visibility, isDeleted: isDeleted)
    return refusal { try PhotoAccess.writable(record, by: writer) }
  }

  @Test(arguments: [Visibility.public, .unlisted])
  func `public and unlisted photos are readable by everybody`(visibility: Visibility) throws {
    for reader in [nil, stranger, owner, administrator] { #expect(try reading(visibility, by: reader) == nil) }
  }

  @Test func `a private photo is readable by its owner, and not found for others`() throws {
    #expect(try reading(.private, by: owner) == nil)
    for reader in [nil, stranger, administrator] { #expect(try reading(.private, by: reader) == .notFound) }
  }

  @Test func `an unknown id is not found, with the message for a hidden photo`() throws {
    let hidden = try sampleRecord(visibility: .private)
    let one = #expect(throws: WoofError.self) { try PhotoAccess.readable(nil, by: stranger) }
    let other = #expect(throws: WoofError.self) { try PhotoAccess.readable(hidden, by: stranger) }
    #expect(one?.code == .notFound)
    #expect(one?.message == other?.message)
    #expect(one?.details == other?.details)
  }

  @Test func `a deleted photo is gone for its readers, and not found for others`() throws {
    for reader in [nil, stranger, owner] {
      #expect(try reading(.public, isDeleted: true, by: reader) == .gone)
      #expect(try reading(.unlisted, isDeleted: true, by: reader) == .gone)
    }
    #expect(try reading(.private, isDeleted: true, by: owner) == .gone)
    #expect(try reading(.private, isDeleted: true, by: stranger) == .notFound)
    #expect(try reading(.private, isDeleted: true, by: nil) == .notFound)
  }

  @Test(arguments: Visibility.allCases)
  func `the owner may change a photo of any visibility`(visibility: Visibility) throws {
    #expect(try writing(visibility, by: owner) == nil)
  }

  @Test func `strangers cannot change photos that they read, and do not find others`() throws {
    #expect(try writing(.public, by: stranger) == .forbidden)
    #expect(try writing(.unlisted, by: stranger) == .forbidden)
    #expect(try writing(.private, by: stranger) == .notFound)
  }

  @Test func `administrators can change photos that they can read`() throws {
    #expect(try writing(.public, by: administrator) == nil)
    #expect(try writing(.unlisted, by: administrator) == nil)
    #expect(try writing(.private, by: administrator) == .notFound)
  }

  @Test func `no account can change a deleted photo`() throws {
    for writer in [owner, stranger, administrator] {
      #expect(try writing(.public, isDeleted: true, by: writer) == .gone)
    }
  }
}
