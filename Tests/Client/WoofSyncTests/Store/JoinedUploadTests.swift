// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofSQLite

@testable import TestKit
@testable import WoofSync

/// Pictures whose photo comes by the feed before their upload is settled.
@Suite struct JoinedUploadTests {
  private let time = Timestamp(milliseconds: 1_000)

  /// A file with a picture, known as 7, whose upload has been begun unless said otherwise.
  private func upload(isBegun: Bool = true, caption: String = "mine") throws -> TestFile {
    let test = try TestFile()
    try test.write { $0.state.token = ChangeToken(rawValue: "now") }
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: caption)
    _ = try test.write { try $0.upload(staged, as: Sample.id(7), key: "k", at: time) }
    if isBegun { try test.write { try $0.note(1) { $0.upload?.isBegun = true } } }
    return test
  }

  /// The photo that the service has made of the picture.
  private func photo(caption: String = "mine", version: Int64 = 1) -> PhotoMetadata {
    Sample.photo(1, owner: "ada", caption: caption, version: version)
  }

  private let refusal = SyncProblem(
    name: WoofError.Code.payloadTooLarge.name, message: "Too large for the proxy.")

  private func edit(_ test: TestFile, _ number: Int, _ wish: EditWish) throws -> OutboxChange {
    try test.write { try $0.edit(Sample.id(number), wish, at: time) { _ in false } }
  }

  @Test func `a picture whose photo comes is that photo, and in no list twice`() throws {
    let test = try upload()
    let written = try test.file.write(observes: true) { try $0.apply(photo()) }
    #expect(written.effects.joined.map(\.provisional) == [Sample.id(7)])
    #expect(written.effects.changes.count == 2)
    #expect(try test.write { try $0.shown(Sample.id(7)) } == nil)
    let shown = try #require(try test.write { try $0.shown(Sample.id(1)) })
    #expect(shown.isPending && !shown.isUploading)
    #expect(try test.edits().map(\.edit.photo) == [Sample.id(1)])
  }

  @Test func `a picture whose upload has not been begun stays by itself`() throws {
    let test = try upload(isBegun: false)
    let written = try test.file.write(observes: true) { try $0.apply(photo()) }
    #expect(written.effects.joined.isEmpty)
    #expect(try test.write { try $0.shown(Sample.id(7)) }?.isUploading == true)
  }

  @Test func `a photo of somebody else with the same bytes is another one`() throws {
    let test = try upload()
    try test.write { try $0.apply(Sample.photo(1, owner: "ben")) }
    #expect(try test.edits().map(\.edit.photo) == [Sample.id(7)])
  }

  @Test func `a picture that is added again with another caption is shown with that`() throws {
    let test = try upload(caption: "mine")
    let again = StagedUpload(file: "staged/b", digest: Sample.digest(1), byteCount: 5, caption: "mine again")
    _ = try test.write { try $0.upload(again, as: Sample.id(8), key: "l", at: time) }
    try test.write { try $0.note(2) { $0.upload?.isBegun = true } }
    try test.write { try $0.apply(photo()) }
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "mine again")
    let sent = try #require(try test.edits().last)
    try test.write { _ = try $0.settle(sent, as: UploadedPhoto(photo: photo(), isNew: false)) }
    #expect(try test.edits().map(\.kind) == [.upload, .metadata])
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "mine again")
  }

  @Test func `a caption that was changed since the photo came is kept when the upload is settled`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.apply(photo()) }
    _ = try edit(test, 1, .metadata(caption: "later", visibility: nil))
    let change = try test.write { try $0.settle(sent, as: UploadedPhoto(photo: photo(), isNew: false)) }
    #expect(change.removed == [1] && change.added.isEmpty)
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "later")
  }

  @Test func `what was wished with a picture is not sent when the photo was deleted after it was added`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    _ = try test.write { try $0.edit(Sample.id(7), .deletion, at: time) { _ in true } }
    let photo = photo(caption: "older")
    let change = try test.write { try $0.settle(sent, as: UploadedPhoto(photo: photo, isNew: false)) }
    #expect(change.removed == [1] && change.added.isEmpty)
    #expect(try test.edits().map(\.kind) == [.deletion])
  }

  @Test func `of the captions wished with one picture that was added twice the last counts`() throws {
    let test = try upload(caption: "first")
    let again = StagedUpload(file: "staged/b", digest: Sample.digest(1), byteCount: 5, caption: "second")
    _ = try test.write { try $0.upload(again, as: Sample.id(8), key: "l", at: time) }
    let older = UploadedPhoto(photo: photo(caption: "older"), isNew: false)
    for sent in try test.edits() { try test.write { _ = try $0.settle(sent, as: older) } }
    #expect(try test.edits().map(\.kind) == [.metadata, .metadata])
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "second")
  }

  @Test func `a deletion after the photo came takes the place of what waited for the upload`() throws {
    let test = try upload()
    _ = try edit(test, 7, .metadata(caption: "later", visibility: nil))
    try test.write { try $0.apply(photo()) }
    _ = try edit(test, 1, .deletion)
    #expect(try test.edits().map(\.kind) == [.upload, .deletion])
    #expect(try test.write { try $0.shown(Sample.id(1)) } == nil)
  }

  @Test func `an upload that was refused is settled by its photo, as an earlier attempt had arrived`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.fail(sent, with: refusal, photoIsGone: false) }
    let written = try test.file.write(observes: true) { try $0.apply(photo()) }
    let settled = try #require(written.effects.joined.first?.settled)
    #expect(settled.removed == [1] && settled.added.isEmpty)
    #expect(written.effects.staleFiles == ["staged/a"])
    #expect(try test.edits().isEmpty)
  }

  @Test func `a caption that somebody changed since an upload arrived is kept when that is refused later`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.apply(photo(caption: "theirs", version: 2)) }
    let settled = try #require(try test.write { try $0.fail(sent, with: refusal, photoIsGone: false) })
    #expect(settled.change.removed == [1] && settled.change.added.isEmpty)
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "theirs")
  }

  @Test func `a caption that was wished with a picture that was there before its upload began is sent`() throws {
    let test = try upload(isBegun: false)
    try test.write { try $0.apply(photo(caption: "older")) }
    try test.write { try $0.note(1) { $0.upload?.isBegun = true } }
    try test.write { try $0.apply(photo(caption: "older still", version: 2)) }
    let sent = try #require(try test.edits().first)
    var moved = sent
    moved.edit.photo = Sample.id(1)
    try test.write { try moved.update(in: $0.database) }
    let settled = try #require(try test.write { try $0.fail(moved, with: refusal, photoIsGone: false) })
    #expect(settled.change.added.map(\.kind) == [.metadata])
    #expect(try test.write { try $0.shown(Sample.id(1)) }?.metadata.caption == "mine")
  }

  @Test func `a refused upload is not settled by a photo that a restored service may have lost`() throws {
    let test = try upload()
    try test.write { try $0.apply(photo()) }
    try test.write { ($0.state.token, $0.state.snapshot) = (nil, nil) }
    let sent = try #require(try test.edits().first)
    #expect(try test.write { try $0.putOff(sent) })
    #expect(try test.edits().first?.edit.attempts == 1)
    #expect(try test.write { try $0.fail(sent, with: refusal, photoIsGone: false) } == nil)
    #expect(try test.edits().map(\.edit.problem?.name) == [refusal.name])
  }

  @Test func `a refused upload is settled by its photo when the snapshot has that`() throws {
    let test = try upload()
    try test.write { try $0.apply(photo()) }
    try test.write { transaction in
      transaction.state.snapshot = SnapshotProgress(part: .everything)
      transaction.state.generation += 1
    }
    let sent = try #require(try test.edits().first)
    #expect(try test.write { try $0.putOff(sent) })
    try test.write { try $0.apply(photo(), isOfSnapshot: true) }
    #expect(try !test.write { try $0.putOff(sent) })
    #expect(try test.write { try $0.fail(sent, with: refusal, photoIsGone: false) }?.change.removed == [1])
  }

  @Test func `an upload that is refused after its photo came is settled by that`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.apply(photo()) }
    _ = try edit(test, 1, .favourite(true))
    let settled = try #require(try test.write { try $0.fail(sent, with: refusal, photoIsGone: false) })
    #expect(settled.change.removed == [1])
    #expect(settled.photo.id == Sample.id(1))
    #expect(try test.edits().map(\.kind) == [.favourite])
  }

  @Test func `discarding an upload whose photo came leaves the photo and its other edits`() throws {
    let test = try upload()
    try test.write { try $0.apply(photo()) }
    _ = try edit(test, 1, .favourite(true))
    #expect(try test.write { try $0.discard(1) }.removed == [1])
    #expect(try test.edits().map(\.kind) == [.favourite])
    #expect(try test.row(1) != nil)
  }

  @Test func `an upload whose photo was deleted leaves another photo with the same bytes`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.apply(photo()) }
    try test.write { try $0.remove(Sample.id(1), version: 2) }
    var another = Sample.photo(2, owner: "ada", version: 3)
    another.digest = Sample.digest(1)
    try test.write { try $0.apply(another) }
    _ = try edit(test, 2, .metadata(caption: "later", visibility: nil))
    #expect(try test.write { try $0.settleGone(sent) }.removed == [1])
    #expect(try test.row(2) != nil)
    #expect(try test.edits().map(\.kind) == [.metadata])
  }

  @Test func `a picture that the service has lost and takes anew is no longer the photo that it was`() throws {
    let test = try upload()
    let sent = try #require(try test.edits().first)
    try test.write { try $0.apply(photo()) }
    var anew = Sample.photo(2, owner: "ada", caption: "mine")
    anew.digest = Sample.digest(1)
    let change = try test.write { try $0.settle(sent, as: UploadedPhoto(photo: anew, isNew: true)) }
    #expect(change.removed == [1])
    #expect(try test.row(1) == nil)
    #expect(try test.row(2) != nil)
    #expect(try test.sums() == test.file.state.sums)
  }

  /// The user adds a picture, deletes it, and adds it again. Both uploads turn out to be one photo, and the service takes the
  /// second anew after the deletion.
  @Test func `a deletion before a picture was added again leaves what that has become`() throws {
    let test = try upload()
    _ = try test.write { try $0.edit(Sample.id(7), .deletion, at: time) { $0 == 1 } }
    let again = StagedUpload(file: "staged/b", digest: Sample.digest(1), byteCount: 5, caption: "mine")
    _ = try test.write { try $0.upload(again, as: Sample.id(8), key: "l", at: time) }
    try test.write { try $0.note(3) { $0.upload?.isBegun = true } }
    let sent = try test.edits()
    try test.write { try $0.apply(photo()) }
    _ = try test.write { try $0.settle(sent[0], as: UploadedPhoto(photo: photo(), isNew: true)) }
    var anew = Sample.photo(2, owner: "ada", caption: "mine")
    anew.digest = Sample.digest(1)
    let written = try test.file.write(observes: true) {
      try $0.settle(sent[2], as: UploadedPhoto(photo: anew, isNew: true))
    }
    #expect(written.effects.changes.contains { $0.before == nil && $0.after?.id == Sample.id(2) })
    #expect(try test.edits().map(\.edit.photo) == [Sample.id(1)])
    let deletion = try #require(try test.edits().first)
    #expect(try test.write { try $0.settleGone(deletion) }.removed == [2])
    #expect(try test.write { try $0.shown(Sample.id(2)) } != nil)
    #expect(try test.write { try $0.shown(Sample.id(1)) } == nil)
  }

  @Test func `a picture that is added again after its photo was deleted waits for that, also after a restart`() throws {
    let test = try TestFile()
    try test.write { try $0.apply(photo()) }
    _ = try edit(test, 1, .deletion)
    let staged = StagedUpload(file: "staged/a", digest: Sample.digest(1), byteCount: 5, caption: "mine")
    let added = try test.write { try $0.upload(staged, as: Sample.id(7), key: "k", at: time) }
    #expect(added.added.map(\.waitsFor) == [1])
    let other = StagedUpload(file: "staged/b", digest: Sample.digest(2), byteCount: 5, caption: "other")
    #expect(
      try test.write { try $0.upload(other, as: Sample.id(8), key: "l", at: time) }.added.map(\.waitsFor) == [nil])
    test.file.close()
    let file = try TestFile.open(test.folder)
    #expect(try file.read { try StoredEdit.all(in: $0, file.texts) }.map(\.entry.waitsFor) == [nil, 1, nil])
  }

  @Test func `a picture that is added again waits for the deletion of its upload before`() throws {
    let test = try upload()
    _ = try test.write { try $0.edit(Sample.id(7), .deletion, at: time) { $0 == 1 } }
    let again = StagedUpload(file: "staged/b", digest: Sample.digest(1), byteCount: 5, caption: "mine")
    let added = try test.write { try $0.upload(again, as: Sample.id(8), key: "l", at: time) }
    #expect(added.added.map(\.waitsFor) == [2])
  }

  @Test func `an older file learns the pictures of its uploads`() throws {
    let test = try upload()
    try test.file.read { database in
      try database.execute(
        """
        DROP INDEX edit_picture; ALTER TABLE edit DROP COLUMN picture;
        DROP INDEX photo_moment; DROP INDEX photo_owner_moment; DROP INDEX photo_favourite_moment;
        PRAGMA user_version = 1
        """)
    }
    test.file.close()
    let file = try TestFile.open(test.folder)
    _ = try file.write(observes: false) { try $0.apply(photo()) }
    #expect(try file.read { try StoredEdit.all(in: $0, file.texts) }.map(\.edit.photo) == [Sample.id(1)])
  }
}
