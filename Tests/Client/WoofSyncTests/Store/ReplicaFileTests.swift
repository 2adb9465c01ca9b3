// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofSQLite

@testable import TestKit
@testable import WoofSync

/// A replica's file of ada's in a folder of its own.
final class TestFile {
  let folder: TemporaryFolder
  let file: ReplicaFile

  init() throws {
    folder = try TemporaryFolder()
    file = try Self.open(folder)
  }

  static func open(_ folder: TemporaryFolder) throws -> ReplicaFile {
    let state = ReplicaState(
      origin: "http://127.0.0.1:9663", account: "ada", device: "phone", scope: .everything, generation: 1)
    let settings = DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .zero)
    return try ReplicaFile(at: folder.path("replica.db"), settings: settings, fresh: state)
  }

  @discardableResult
  func write<Result>(_ work: (inout ReplicaTransaction) throws -> Result) throws -> Result {
    try file.write(observes: true, work).result
  }

  func row(_ number: Int) throws -> StoredPhoto? { try file.read { try StoredPhoto.read(Sample.id(number), in: $0) } }

  func edits() throws -> [StoredEdit] { try file.read { try StoredEdit.all(in: $0, file.texts) } }

  /// The digests of the rows, computed anew.
  func sums() throws -> ViewSums {
    let rows = try file.read { database in
      try database[.allRows].all { (columns) throws(SQLiteError) in try StoredPhoto(&columns) }
    }
    var sums = ViewSums()
    for row in rows { sums.add(row) }
    return sums
  }
}

extension SQL {
  fileprivate static let allRows = SQL("SELECT \(StoredPhoto.columns) FROM photo")
}

@Suite struct ReplicaFileTests {
  @Test func `a row is read as it was written`() throws {
    let test = try TestFile()
    var photo = Sample.photo(1, caption: "Rex 🐕", count: 3, isFavourite: true, version: 7)
    photo.variants = ["thumb": PhotoVariant(width: 2, height: 1, contentType: .png, digest: Sample.digest(9))]
    (photo.takenAt, photo.placeholder, photo.averageColour) = (Timestamp(milliseconds: 5), "abc", "#102030")
    photo.originalFileName = "rex.jpg"
    try test.write { try $0.apply(photo) }
    #expect(try test.row(1)?.metadata == photo)
  }

  @Test func `the newest version counts, in whatever order versions come`() throws {
    let test = try TestFile()
    try test.write { transaction in
      try transaction.apply(Sample.photo(1, caption: "new", version: 5))
      try transaction.apply(Sample.photo(1, caption: "old", version: 4))
    }
    #expect(try test.row(1)?.metadata.caption == "new")
  }

  @Test func `a photo that went does not come back by an older version`() throws {
    let test = try TestFile()
    try test.write { transaction in
      try transaction.apply(Sample.photo(1, version: 5))
      try transaction.apply(Sample.deleted(1, version: 6))
      try transaction.apply(Sample.photo(1, version: 5))
    }
    #expect(try test.row(1) == nil)
    try test.write { try $0.apply(Sample.photo(1, version: 7)) }
    #expect(try test.row(1) != nil)
  }

  @Test func `a snapshot takes out what it did not have, and keeps what has edits`() throws {
    let test = try TestFile()
    try test.write { transaction in
      for number in 1...3 { try transaction.apply(Sample.photo(number)) }
      _ = try transaction.edit(Sample.id(2), .favourite(true), at: Timestamp(milliseconds: 0)) { _ in false }
    }
    try test.write { transaction in
      transaction.state.generation += 1
      try transaction.apply(Sample.photo(3), isOfSnapshot: true)
      try transaction.removeUnseen()
    }
    #expect(try test.row(1) == nil)
    #expect(try test.row(2) != nil)
    #expect(try test.row(3) != nil)
  }

  @Test func `a photo that a snapshot did not have goes when its last edit is discarded`() throws {
    let test = try TestFile()
    try test.write { transaction in
      try transaction.apply(Sample.photo(1))
      for wish in [EditWish.favourite(true), .metadata(caption: "new", visibility: nil)] {
        _ = try transaction.edit(Sample.id(1), wish, at: Timestamp(milliseconds: 0)) { _ in false }
      }
      transaction.state.generation += 1
      try transaction.removeUnseen()
      transaction.state.token = ChangeToken(rawValue: "after the snapshot")
    }
    _ = try test.write { try $0.discard(1) }
    #expect(try test.row(1) != nil)
    _ = try test.write { try $0.discard(2) }
    #expect(try test.row(1) == nil)
    #expect(try test.sums() == test.file.state.sums)
  }

  @Test func `a snapshot of a service whose data went back counts more than newer rows`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "lost", version: 9)) }
    try test.write { transaction in
      transaction.state.generation += 1
      try transaction.apply(Sample.photo(1, caption: "restored", version: 3), isOfSnapshot: true)
    }
    #expect(try test.row(1)?.metadata.caption == "restored")
  }

  @Test func `the digests are those of the rows, whatever happens to them`() throws {
    let test = try TestFile()
    var random = SeededGenerator(seed: 11)
    for round in 1...200 {
      let number = Int.random(in: 0..<20, using: &random)
      let photo = Sample.photo(
        number, owner: Bool.random(using: &random) ? "ada" : "ben", isFavourite: Bool.random(using: &random),
        version: Int64(round), visibility: Bool.random(using: &random) ? .public : .private)
      try test.write { transaction in
        if round % 5 == 0 {
          try transaction.apply(Sample.deleted(number, version: Int64(round)))
        } else {
          try transaction.apply(photo)
        }
      }
    }
    #expect(try test.file.state.sums == test.sums())
    #expect(try test.sums().photoCount > 0)
  }

  @Test func `a transaction that fails leaves nothing behind`() throws {
    let test = try TestFile()
    #expect(throws: WoofError.self) {
      try test.write { transaction in
        try transaction.apply(Sample.photo(1))
        throw WoofError(.internal, "stop")
      }
    }
    #expect(try test.row(1) == nil)
    #expect(test.file.state.sums == ViewSums())
  }

  @Test func `the state is read as it was written`() throws {
    let test = try TestFile()
    try test.write { transaction in
      transaction.state.token = ChangeToken(rawValue: "abc")
      transaction.state.snapshot = SnapshotProgress(part: .newest, cursor: "c", token: "t", expectedCount: 7, count: 3)
      try transaction.apply(Sample.photo(1, isFavourite: true))
    }
    let state = test.file.state
    test.file.close()
    #expect(try TestFile.open(test.folder).state == state)
  }

  @Test func `a file that is no database is told as damaged, and is left as it is`() throws {
    let folder = try TemporaryFolder()
    let bytes = Data(repeating: 0x41, count: 8192)
    try bytes.write(to: URL(fileURLWithPath: folder.path("replica.db")))
    #expect(#expect(throws: WoofError.self) { try TestFile.open(folder) }?.code == .replicaDamaged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("replica.db"))) == bytes)
  }

  @Test func `a file of a newer version is refused in words`() throws {
    let test = try TestFile()
    try test.file.read { try $0.execute("PRAGMA user_version = 99") }
    test.file.close()
    #expect(#expect(throws: WoofError.self) { try TestFile.open(test.folder) }?.code == .replicaTooNew)
  }
}

@Suite struct ReplicaEditTests {
  private let time = Timestamp(milliseconds: 1)

  private func edit(
    _ test: TestFile, _ number: Int, _ wish: EditWish, inFlight: Set<Int64> = []
  ) throws -> OutboxChange {
    try test.write { try $0.edit(Sample.id(number), wish, at: time) { inFlight.contains($0) } }
  }

  @Test func `of several likes that wait, the last one counts, under a new number`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1)) }
    _ = try edit(test, 1, .favourite(true))
    let second = try edit(test, 1, .favourite(false))
    #expect(second.removed == [1])
    #expect(try test.edits().map(\.edit.change) == [.favourite(false)])
    #expect(try test.edits().map(\.edit.number) == [2])
  }

  @Test func `an acknowledgement settles the edit that it names, and no later one`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1)) }
    _ = try edit(test, 1, .favourite(true))
    let sent = try #require(try test.edits().first)
    _ = try edit(test, 1, .favourite(false), inFlight: [1])
    let change = try test.write { transaction in
      try transaction.settle(sent, as: Sample.photo(1, count: 1, isFavourite: true, version: 2))
    }
    #expect(change.removed == [1])
    #expect(try test.edits().map(\.edit.number) == [2])
    let shown = try test.write { try $0.shown(Sample.id(1)) }
    #expect(shown?.metadata.isFavourite == false && shown?.metadata.favouriteCount == 0)
  }

  @Test func `numbers are never given twice, also after all edits are gone`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1)) }
    _ = try edit(test, 1, .favourite(true))
    _ = try test.write { try $0.discard(1) }
    test.file.close()
    let file = try TestFile.open(test.folder)
    let change = try file.write(observes: false) { transaction in
      try transaction.edit(Sample.id(1), .favourite(true), at: time) { _ in false }
    }.result
    #expect(change.edit?.number == 2)
  }

  @Test func `captions and visibilities that wait become one edit, based on what the service had`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: "new", visibility: nil))
    _ = try edit(test, 1, .metadata(caption: nil, visibility: .private))
    #expect(try test.edits().count == 1)
    guard case .metadata(let change)? = try test.edits().first?.edit.change else { throw TestFailure("no edit") }
    #expect(change.caption == "new" && change.visibility == .private)
    #expect(change.base == MetadataEdit.Base(Sample.photo(1, caption: "old")))
  }

  @Test func `an edit after one that is on its way is based on what that makes`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: "first", visibility: nil))
    let sent = try #require(try test.edits().first)
    _ = try edit(test, 1, .metadata(caption: "second", visibility: nil), inFlight: [1])
    let photo = Sample.photo(1, caption: "first", version: 2)
    try test.write { _ = try $0.settle(sent, as: photo) }
    guard case .metadata(let left)? = try test.edits().first?.edit.change else { throw TestFailure("no edit is left") }
    #expect(left.caption == "second" && left.base == MetadataEdit.Base(photo))
  }

  @Test func `a refused edit keeps the field that the edit after it does not have`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: "first", visibility: .private))
    _ = try edit(test, 1, .metadata(caption: "second", visibility: nil), inFlight: [1])
    let edits = try test.edits()
    let problem = SyncProblem(name: WoofError.Code.payloadTooLarge.name, message: "Too large for the proxy.")
    try test.write { try $0.fail(edits[0], with: problem, photoIsGone: false) }
    let change = try test.write { try $0.settle(edits[1], as: Sample.photo(1, caption: "second", version: 2)) }
    #expect(change.removed == [2])
    guard case .metadata(let left)? = try test.edits().first?.edit.change else { throw TestFailure("no edit is left") }
    #expect(left.caption == nil && left.visibility == .private)
    #expect(try test.edits().map(\.edit.problem) == [problem])
  }

  /// The first edit was made for a picture whose upload turned out to be the photo, of a version that the second did not know.
  @Test func `an edit that was made over an older photo stays based on that, so that a conflict shows`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: "first", visibility: nil))
    _ = try edit(test, 1, .metadata(caption: "second", visibility: nil), inFlight: [1])
    let theirs = Sample.photo(1, caption: "theirs", version: 2)
    let sent = try #require(try test.edits().first).rebased(on: theirs)
    try test.write { _ = try $0.settle(sent, as: Sample.photo(1, caption: "first", version: 3)) }
    guard case .metadata(let left)? = try test.edits().first?.edit.change else { throw TestFailure("no edit is left") }
    #expect(left.base == MetadataEdit.Base(Sample.photo(1, caption: "old")))
  }

  @Test func `a deletion takes the place of what waits, and hides the photo`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1)) }
    _ = try edit(test, 1, .favourite(true))
    _ = try edit(test, 1, .metadata(caption: "x", visibility: nil))
    let change = try edit(test, 1, .deletion)
    #expect(change.removed == [1, 2])
    #expect(try test.edits().map(\.edit.change) == [.deletion])
    #expect(try test.write { try $0.shown(Sample.id(1)) } == nil)
  }

  @Test func `a photo that is not here cannot be edited`() throws {
    let test = try TestFile()
    #expect(#expect(throws: WoofError.self) { try edit(test, 1, .favourite(true)) }?.code == .photoNotHere)
  }

  @Test func `discarding a picture that was never sent takes its edits and its file along`() throws {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5)
    _ = try test.write { try $0.upload(staged, as: Sample.id(1), key: "k", at: time) }
    _ = try edit(test, 1, .favourite(true))
    let written = try test.file.write(observes: false) { transaction in
      try transaction.edit(Sample.id(1), .deletion, at: time) { _ in false }
    }
    #expect(written.effects.staleFiles == ["staged/a"])
    #expect(try test.edits().isEmpty)
  }

  /// A file with a picture whose upload was refused before it reached the service.
  ///
  /// - Parameter isRepeated: `true` if there was an attempt before, whose response never came.
  private func refusedUpload(isRepeated: Bool) throws -> TestFile {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5)
    _ = try test.write { try $0.upload(staged, as: Sample.id(1), key: "k", at: time) }
    if isRepeated { try test.write { try $0.note(1) { $0.upload?.isBegun = true } } }
    let sent = try #require(try test.edits().first)
    try test.write { try $0.note(1) { $0.upload?.isBegun = true } }
    let problem = SyncProblem(name: WoofError.Code.payloadTooLarge.name, message: "Too large for the proxy.")
    try test.write { try $0.fail(sent, with: problem, photoIsGone: false) }
    return test
  }

  @Test func `a caption after one that waits for a refused upload takes the place of that`() throws {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: "first")
    _ = try test.write { try $0.upload(staged, as: Sample.id(1), key: "k", at: time) }
    let sent = try #require(try test.edits().first)
    _ = try edit(test, 1, .metadata(caption: "second", visibility: nil), inFlight: [1])
    let problem = SyncProblem(name: WoofError.Code.payloadTooLarge.name, message: "Too large for the proxy.")
    try test.write { try $0.fail(sent, with: problem, photoIsGone: false) }
    _ = try edit(test, 1, .metadata(caption: "third", visibility: nil))
    let left = try #require(try test.edits().last)
    guard case .metadata(let caption) = left.edit.change else { throw TestFailure("no caption waits") }
    #expect(caption.caption == "third")
    #expect(try test.edits().count == 2)
  }

  @Test func `deleting a picture whose only attempt was refused takes its upload out`() throws {
    let test = try refusedUpload(isRepeated: false)
    _ = try edit(test, 1, .deletion)
    #expect(try test.edits().isEmpty)
  }

  @Test func `deleting a picture that may have arrived before it was refused deletes it once it is uploaded`() throws {
    let test = try refusedUpload(isRepeated: true)
    _ = try edit(test, 1, .deletion)
    #expect(try test.edits().map(\.kind) == [.upload, .deletion])
    #expect(try test.write { try $0.shown(Sample.id(1)) } == nil)
  }

  @Test func `a caption of a picture whose upload has begun is an edit of its own`() throws {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: "first")
    _ = try test.write { try $0.upload(staged, as: Sample.id(1), key: "k", at: time) }
    try test.write { try $0.note(1) { $0.upload?.isBegun = true } }
    _ = try edit(test, 1, .metadata(caption: "second", visibility: nil))
    guard case .upload(let upload)? = try test.edits().first?.edit.change else { throw TestFailure("no upload") }
    #expect(upload.caption == "first")
    #expect(try test.edits().count == 2)
  }

  @Test func `the account's own picture that was there already gets the caption by an edit`() throws {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: "mine")
    _ = try test.write { try $0.upload(staged, as: Sample.id(7), key: "k", at: time) }
    let sent = try #require(try test.edits().first)
    let there = Sample.photo(1, owner: "ada", caption: "older")
    let change = try test.write { transaction in
      try transaction.settle(sent, as: UploadedPhoto(photo: there, isNew: false))
    }
    #expect(change.added.map(\.kind) == [.metadata])
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "mine")
  }

  @Test func `a caption that came after a picture that was there already counts more than the picture's`() throws {
    let test = try TestFile()
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: "mine")
    _ = try test.write { try $0.upload(staged, as: Sample.id(7), key: "k", at: time) }
    let sent = try #require(try test.edits().first)
    _ = try edit(test, 7, .metadata(caption: "later", visibility: nil), inFlight: [1])
    let there = Sample.photo(1, owner: "ada", caption: "older")
    try test.write { _ = try $0.settle(sent, as: UploadedPhoto(photo: there, isNew: false)) }
    #expect(try test.edits().count == 1)
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "later")
  }

  @Test func `a caption in the place of one that came through unheard is no conflict`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: "unheard", visibility: nil))
    _ = try edit(test, 1, .metadata(caption: "wanted", visibility: nil))
    guard case .metadata(let change)? = try test.edits().first?.edit.change else { throw TestFailure("no edit") }
    let conflict = MetadataConflict(edit: change, current: Sample.photo(1, caption: "unheard", version: 2))
    #expect(!conflict.isReal)
    #expect(conflict.merged.caption == "wanted")
  }

  @Test func `a caption is no conflict with one that was shown when it was made`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: nil, visibility: .private))
    let shown = Sample.photo(1, caption: "shown", version: 2)
    try test.write { try $0.apply(shown) }
    _ = try edit(test, 1, .metadata(caption: "wanted", visibility: nil))
    guard case .metadata(let change)? = try test.edits().first?.edit.change else { throw TestFailure("no edit") }
    #expect(MetadataConflict(edit: change, current: shown).merged.caption == "wanted")
    #expect(MetadataConflict(edit: change, current: Sample.photo(1, caption: "later", version: 3)).isReal)
  }

  @Test func `each field of several edits that wait is based on what was shown when it was changed`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(Sample.photo(1, caption: "old")) }
    _ = try edit(test, 1, .metadata(caption: nil, visibility: .private))
    let shown = Sample.photo(1, caption: "shown", version: 2)
    try test.write { try $0.apply(shown) }
    // The first is on its way, and after a kill it is not.
    _ = try edit(test, 1, .metadata(caption: "wanted", visibility: nil), inFlight: [1])
    _ = try edit(test, 1, .metadata(caption: "wanted more", visibility: nil))
    let changes = try test.edits().map(\.edit.change)
    guard changes.count == 1, case .metadata(let change) = changes[0] else { throw TestFailure("\(changes)") }
    #expect(change.base.caption == "shown" && change.base.visibility == .public)
    #expect(MetadataConflict(edit: change, current: shown).merged.caption == "wanted more")
  }
}
