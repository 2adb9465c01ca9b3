// SPDX-License-Identifier: Apache-2.0

package import Testing
package import WoofCore
package import WoofCryptography
package import WoofModel

/// Makes what tests need.
package struct Sample: Sendable {
  /// A moment of the tests: so many milliseconds after the first.
  package static func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_780_000_000_000 + milliseconds)
  }

  /// The id of a photo that came in as the so-manieth.
  package static func photoID(_ number: Int) -> PhotoID {
    PhotoID(high: UInt64(1_780_000_000_000 + number) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }

  /// The digest of some bytes that differ by number.
  package static func digest(_ number: Int) -> Digest {
    guard let digest = Digest(SHA256.digest(of: Array("sample \(number)".utf8))) else {
      preconditionFailure("a SHA-256 has 32 bytes")
    }
    return digest
  }

  /// A hash that is cheap to make.
  package static func passwordHash(_ password: String = "woof") throws -> PasswordHash {
    try PasswordHash(hashing: password, cost: PasswordHash.Cost(logarithmOfN: 1))
  }

  /// A variant whose bytes differ by number.
  package static func variant(_ number: Int, width: Int = 4) -> PhotoRecord.Variant {
    PhotoRecord.Variant(
      digest: digest(number), byteCount: 100, type: .webp, width: width, height: 3,
      specification: "inside-4x4-image/webp-80", transformers: "sample/1")
  }

  /// Hashes of parts that differ by number.
  package static func partHashes(_ number: Int) -> PartHashes? {
    PartHashes((0..<PartHashes.count).map { UInt64(number) << 32 | UInt64($0 + 1) << 56 | UInt64($0) })
  }

  /// A photo that is to be added.
  package static func draft(
    _ number: Int, by owner: Principal, bytes: Int? = nil, visibility: Visibility = .public
  ) -> PhotoDraft {
    PhotoDraft(
      id: photoID(number), owner: owner,
      original: PhotoRecord.Original(
        digest: digest(bytes ?? number), byteCount: 1000, type: .jpeg, width: 40, height: 30, takenAt: time(-5)),
      caption: "Rex, number \(number)", visibility: visibility, createdAt: time(Int64(number)))
  }
}

extension StoresUnderTest {
  /// Adds an account.
  package func account(_ name: String) async throws -> Principal {
    let name = try #require(AccountName(name))
    return Principal(
      try await credentials.addAccount(
        name, passwordHash: Sample.passwordHash(), isAdministrator: false, at: Sample.time(0)))
  }

  /// Adds so many accounts.
  package func accounts(_ count: Int) async throws -> [Principal] {
    var accounts: [Principal] = []
    for number in 0..<count { accounts.append(try await account("account-\(number)")) }
    return accounts
  }

  /// Adds a photo that must be new.
  @discardableResult
  package func add(
    _ number: Int, by owner: Principal, bytes: Int? = nil, visibility: Visibility = .public
  ) async throws -> PhotoRecord {
    let draft = Sample.draft(number, by: owner, bytes: bytes, visibility: visibility)
    guard case .added(let record) = try await records.addPhoto(draft, idempotency: nil) else {
      throw Unexpected("photo \(number) was not new")
    }
    return record
  }

  /// Sets or unsets a favourite.
  @discardableResult
  package func like(
    _ photo: PhotoID, by account: Principal, at time: Int64 = 0, _ isFavourite: Bool = true
  ) async throws -> PhotoRecord {
    try await favourites.setFavourite(isFavourite, of: photo, by: account.id, at: Sample.time(time))
  }

  /// Changes a photo.
  @discardableResult
  package func edit(_ photo: PhotoID, _ edit: PhotoEdit) async throws -> PhotoRecord {
    try await records.updatePhoto(photo, edit, if: .presence)
  }

  /// Tries a change of a photo, which has not been changed yet, under conditions that fail and at last under one that holds.
  func checkConditions(
    of photo: PhotoID, by owner: Principal, _ other: Principal,
    _ change: (PhotoCondition) async throws -> PhotoRecord
  ) async throws {
    try await edit(photo, PhotoEdit(visibility: .private))
    let old = try #require(try await records.photo(photo))
    let states = Precondition.States.named(versions: [old.version])
    await expectProblem(.notFound) { _ = try await change(PhotoCondition(.reading(by: other))) }
    await expectProblem(.notFound) { _ = try await change(PhotoCondition(.changing(by: other))) }
    await expectProblem(.preconditionFailed) { _ = try await change(.never) }
    for failing in [
      Precondition(required: .none), Precondition(excluded: .all), Precondition(excluded: states),
      Precondition(required: .named(versions: [old.version - 1], revisions: [old.revision + 1])),
    ] {
      await expectProblem(.preconditionFailed) { _ = try await change(PhotoCondition(.reading(by: owner), failing)) }
    }
    #expect(try await records.photo(photo) == old)
    let revision = Precondition.States.named(versions: [old.version + 1], revisions: [old.revision])
    let new = try await change(PhotoCondition(.changing(by: owner), Precondition(required: revision)))
    #expect(new.version == old.version + 1)
    // The version that fulfilled a condition before is the newest no more.
    await expectProblem(.preconditionFailed) {
      _ = try await change(PhotoCondition(.none, Precondition(required: states)))
    }
    try await edit(photo, PhotoEdit(visibility: .public))
  }

  /// The ids of a page.
  package func ids(_ query: PhotoQuery) async throws -> [PhotoID] { try await records.photos(query).map(\.id) }
}

/// Something that a test did not expect.
package struct Unexpected: Error, CustomStringConvertible {
  /// What it was.
  package let description: String

  /// Makes an error.
  package init(_ description: String) { self.description = description }
}

/// Does something that must fail as the wire contract says.
package func expectProblem(
  _ code: WoofError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
  do {
    try await body()
    Issue.record("nothing failed", sourceLocation: sourceLocation)
  } catch let error as WoofError {
    #expect(error.code == code, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

extension PhotoCondition {
  /// The condition that no photo fulfils.
  package static let never = PhotoCondition(.none, Precondition(required: .none))

  /// The condition that a photo has a version.
  package static func version(_ version: Int64) -> PhotoCondition {
    PhotoCondition(.none, Precondition(required: .named(versions: [version])))
  }
}
