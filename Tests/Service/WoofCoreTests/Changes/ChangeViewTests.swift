// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct ChangeViewTests {
  private static let owner = AccountID(rawValue: 1)
  private static let stranger = AccountID(rawValue: 2)

  /// A photo whose metadata changed at 10, whose favourites changed at 20, and that stopped being public at `withdrawn`.
  private func view(
    _ visibility: Visibility, isDeleted: Bool = false, withdrawn: Int64 = 0, to reader: AccountID?, knowing known: Int64
  ) throws -> ChangeView {
    let record = try sampleRecord(
      visibility: visibility, isDeleted: isDeleted, sequence: 20, metadataSequence: 10, withdrawnSequence: withdrawn)
    return ChangeView(of: record, to: ChangeReader(reader), knowing: known)
  }

  @Test(arguments: Visibility.allCases)
  func `administrators see photos of all owners and visibilities, deleted ones too`(visibility: Visibility) throws {
    func view(isDeleted: Bool, knowing known: Int64) throws -> ChangeView {
      let record = try sampleRecord(
        visibility: visibility, isDeleted: isDeleted, sequence: 20, metadataSequence: 10, withdrawnSequence: 5)
      return ChangeView(of: record, to: .administrator, knowing: known)
    }
    #expect(try view(isDeleted: false, knowing: 9) == .visible(.photo))
    #expect(try view(isDeleted: false, knowing: 10) == .visible(.favourites))
    #expect(try view(isDeleted: true, knowing: 0) == .visible(.deleted))
  }

  @Test func `the previous owner of a hidden photo sees it go, and others see nothing`() throws {
    var record = try sampleRecord(visibility: .private, sequence: 20, metadataSequence: 10)
    record.formerOwners = [Self.stranger: PhotoRecord.Loss(sequence: 8, version: 3)]
    #expect(ChangeView(of: record, to: .account(Self.stranger), knowing: 7) == .withdrawn)
    #expect(record.sequence(inLogOf: .account(Self.stranger)) == 8)
    #expect(ChangeView(of: record, to: .account(Self.stranger), knowing: 8) == .hidden)
    #expect(ChangeView(of: record, to: .account(AccountID(rawValue: 3)), knowing: 0) == .hidden)
    #expect(ChangeView(of: record, to: .everybody, knowing: 0) == .hidden)
    #expect(ChangeView(of: record, to: .account(Self.owner), knowing: 7) == .visible(.photo))
  }

  @Test(arguments: Visibility.allCases)
  func `the owner sees the metadata of a photo of any visibility`(visibility: Visibility) throws {
    #expect(try view(visibility, to: Self.owner, knowing: 9) == .visible(.photo))
    #expect(try view(visibility, withdrawn: 5, to: Self.owner, knowing: 0) == .visible(.photo))
  }

  @Test(arguments: [Self.owner, Self.stranger, nil])
  func `a reader who knows a public photo's metadata sees a change of favourites`(reader: AccountID?) throws {
    #expect(try view(.public, to: reader, knowing: 9) == .visible(.photo))
    #expect(try view(.public, to: reader, knowing: 10) == .visible(.favourites))
    #expect(try view(.public, to: reader, knowing: 19) == .visible(.favourites))
  }

  @Test(arguments: Visibility.allCases)
  func `the owner sees the deletion of a photo of any visibility`(visibility: Visibility) throws {
    for known: Int64 in [0, 9, 10, 19] {
      #expect(try view(visibility, isDeleted: true, to: Self.owner, knowing: known) == .visible(.deleted))
    }
  }

  @Test(arguments: [Self.stranger, nil])
  func `strangers see the deletion of a public photo`(reader: AccountID?) throws {
    #expect(try view(.public, isDeleted: true, to: reader, knowing: 0) == .visible(.deleted))
    #expect(try view(.public, isDeleted: true, withdrawn: 5, to: reader, knowing: 0) == .visible(.deleted))
  }

  @Test(arguments: [Self.stranger, nil], [Visibility.unlisted, .private])
  func `strangers see nothing of a photo that was never public`(reader: AccountID?, visibility: Visibility) throws {
    for isDeleted in [false, true] {
      #expect(try view(visibility, isDeleted: isDeleted, to: reader, knowing: 0) == .hidden)
    }
  }

  @Test(arguments: [Self.stranger, nil], [Visibility.unlisted, .private])
  func `strangers that knew a photo see its withdrawal`(
    reader: AccountID?, visibility: Visibility
  ) throws {
    for isDeleted in [false, true] {
      #expect(try view(visibility, isDeleted: isDeleted, withdrawn: 8, to: reader, knowing: 7) == .withdrawn)
      #expect(try view(visibility, isDeleted: isDeleted, withdrawn: 8, to: reader, knowing: 8) == .hidden)
    }
  }

  @Test func `a photo that is public again is seen with its metadata`() throws {
    #expect(try view(.public, withdrawn: 8, to: Self.stranger, knowing: 9) == .visible(.photo))
  }
}
