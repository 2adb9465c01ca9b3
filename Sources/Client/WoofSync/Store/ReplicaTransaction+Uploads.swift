// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The photo of the service that an upload has become, for whoever knew it by the replica's own id.
///
/// The service may have the picture before the upload is settled: an attempt arrived whose response did not, and the feed
/// tells of the photo. From then on the picture is that photo, with all its edits, and is in no list twice.
struct UploadedAs: Sendable {
  /// The number of the upload.
  var number: Int64
  /// The id that the replica made.
  var provisional: PhotoID
  /// The photo as the service has it.
  var photo: PhotoMetadata
  /// The settlement of the upload, where it was not going to be sent again; `nil` where its own response settles it.
  var settled: OutboxChange?
}

// MARK: Uploads

extension ReplicaTransaction {
  /// Adds a picture that is to be uploaded, after a deletion that waits of a photo with the same picture.
  mutating func upload(
    _ staged: StagedUpload, as id: PhotoID, key: String, at time: Timestamp
  ) throws -> OutboxChange {
    try touch(id)
    var state = UploadState(key: key, deletion: try StoredEdit.deletion(of: staged.digest, in: database))
    state.newestBefore = try StoredPhoto.newest(of: self.state.account, in: database)
    let added = try StoredEdit.add(.upload(staged), of: id, at: time, upload: state, to: database)
    return OutboxChange(edit: added.edit, added: [added.entry])
  }

  /// The photo of an edit by now, which was another one when an upload was sent whose photo has come since.
  func photo(of sent: StoredEdit) throws(SQLiteError) -> PhotoID {
    try StoredEdit.read(sent.edit.number, in: database, texts)?.edit.photo ?? sent.edit.photo
  }

  /// Gives the edits of uploads that were begun to a photo of the account that has come and has the same bytes.
  ///
  /// One that has not been begun stays by itself: the photo is of another device, which may have deleted it since.
  mutating func joinUploads(to photo: PhotoMetadata) throws {
    for upload in try StoredEdit.uploads(of: photo.digest, in: database, texts) where upload.edit.photo != photo.id {
      guard upload.upload?.isBegun == true else {
        try note(upload.edit.number) { $0.upload?.noteBefore(photo.id) }
        continue
      }
      try move(upload, to: photo)
      guard upload.edit.problem != nil else { continue }
      // What refused an attempt came too late: an earlier one had arrived.
      joined[joined.count - 1].settled = try finish(upload, as: Self.arrived(upload, photo))
    }
  }

  /// Settles an upload: the photo has its name from the service now, and what was done with it meanwhile is meant for that.
  mutating func settle(_ sent: StoredEdit, as uploaded: UploadedPhoto) throws -> OutboxChange {
    try touch(uploaded.photo.id)
    try apply(uploaded.photo)
    guard var stored = try StoredEdit.read(sent.edit.number, in: database, texts) else { return OutboxChange() }
    if stored.edit.photo != uploaded.photo.id {
      try move(stored, to: uploaded.photo)
      stored.edit.photo = uploaded.photo.id
    }
    return try finish(stored, as: uploaded)
  }

  /// Settles an upload that was refused, though an earlier attempt had arrived; `nil` where the photo has not come, or the
  /// service that told of it has gone back since.
  mutating func settleRefused(_ upload: StoredEdit) throws -> (change: OutboxChange, photo: PhotoMetadata)? {
    guard upload.kind == .upload, let row = try StoredPhoto.read(upload.edit.photo, in: database), isConfirmed(row)
    else { return nil }
    return (try finish(upload, as: Self.arrived(upload, row.metadata)), row.metadata)
  }

  /// Puts off what a refusal means for an upload whose photo the replica has, while it finds out whether the service still has
  /// that: notes an attempt.
  ///
  /// - Returns: `true` if that is so.
  mutating func putOff(_ upload: StoredEdit) throws -> Bool {
    guard upload.kind == .upload, isComparing,
      let row = try StoredPhoto.read(try photo(of: upload), in: database),
      !isConfirmed(row)
    else { return false }
    try note(upload.edit.number) { $0.edit.attempts += 1 }
    return true
  }

  /// The outcome of an upload that was refused while the account has the picture. A photo that came after the upload was begun
  /// is taken for its own, of an earlier attempt: whatever is different in it somebody has changed since.
  private static func arrived(_ upload: StoredEdit, _ photo: PhotoMetadata) -> UploadedPhoto {
    UploadedPhoto(photo: photo, isNew: upload.upload?.newestBefore.map { $0 < photo.id } ?? true)
  }

  /// Gives an upload, and the edits of the photo that it was, to a photo of the service. A deletion before it stays, as it is
  /// meant for a photo that is gone.
  private mutating func move(_ upload: StoredEdit, to photo: PhotoMetadata) throws {
    let provisional = upload.edit.photo
    try touch(provisional)
    let edits = try StoredEdit.edits(of: provisional, in: database, texts)
    for edit in edits where !edit.entry.isDeletion(before: upload.edit.number) {
      var moved = edit.rebased(on: photo)
      moved.edit.photo = photo.id
      try moved.update(in: database)
    }
    try movePin(from: provisional, to: photo.id)
    // An account has a picture once: what it was before has gone with a service that went back.
    if try StoredPhoto.read(provisional, in: database) != nil { try remove(provisional, version: nil) }
    joined.append(UploadedAs(number: upload.edit.number, provisional: provisional, photo: photo))
  }

  /// Takes an upload out of the outbox.
  private mutating func finish(_ upload: StoredEdit, as uploaded: UploadedPhoto) throws -> OutboxChange {
    guard case .upload(let staged) = upload.edit.change else { return OutboxChange() }
    try StoredEdit.remove(upload.edit.number, from: database)
    discardFile(staged.file)
    var change = OutboxChange(removed: [upload.edit.number])
    guard !uploaded.isNew else { return change }
    var wished = Self.difference(staged, uploaded.photo)
    let edits = try StoredEdit.edits(of: uploaded.photo.id, in: database, texts)
    for other in edits where other.place > upload.edit.number {
      // What the app changed after it added the picture counts more than what it added it with.
      switch other.edit.change {
      case .deletion: return change
      case .metadata(let later): wished.yield(to: later)
      case .favourite, .upload: continue
      }
    }
    guard !wished.isEmpty else { return change }
    wished.upload = upload.edit.number
    let added = try StoredEdit.add(
      .metadata(wished), of: uploaded.photo.id, at: upload.edit.createdAt, to: database)
    change.added = [added.entry]
    return change
  }

  /// The account had the picture already: what was wished for it is an edit of that photo.
  private static func difference(_ staged: StagedUpload, _ photo: PhotoMetadata) -> MetadataEdit {
    var edit = MetadataEdit(base: MetadataEdit.Base(photo))
    if !staged.caption.isEmpty, staged.caption != photo.caption { edit.caption = staged.caption }
    if let visibility = staged.visibility, visibility != photo.visibility { edit.visibility = visibility }
    return edit
  }
}
