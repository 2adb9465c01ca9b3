// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import WoofSQLite

/// An edit's row: the edit, and of an upload how far it is.
struct StoredEdit: Hashable, Sendable {
  var edit: PendingEdit
  /// The state of an upload; `nil` for other edits.
  var upload: UploadState?

  /// The kind of the edit.
  var kind: Outbox.Kind { edit.change.kind }

  /// The number by which the edit comes before or after others: of what was wished with a picture, that of the upload.
  var place: Int64 {
    if case .metadata(let change) = edit.change { change.upload ?? edit.number } else { edit.number }
  }

  /// The progress of an upload, as it was noted last; `nil` for other edits.
  var progress: UploadProgress? {
    guard case .upload(let staged) = edit.change else { return nil }
    return UploadProgress(
      number: edit.number, photo: edit.photo, sentByteCount: upload?.sentByteCount ?? 0, byteCount: staged.byteCount)
  }

  /// The edit, where it is one of metadata based on what an earlier one of this device, or its upload, has made of the photo:
  /// that is what the app changed.
  func rebased(on photo: PhotoMetadata) -> StoredEdit {
    guard case .metadata(var change) = edit.change else { return self }
    change.base = MetadataEdit.Base(photo)
    var rebased = self
    rebased.edit.change = .metadata(change)
    return rebased
  }

  /// Returns `true` if this is an edit of metadata by somebody who saw at least the photo that an earlier one was based on.
  ///
  /// A later number does not tell: what was done with a picture before its upload became a photo that was there already is
  /// based on that photo, and edits that waited for the photo meanwhile are not.
  func isMade(after other: StoredEdit) -> Bool {
    guard case .metadata(let change) = edit.change, case .metadata(let earlier) = other.edit.change else {
      return false
    }
    return change.base.version >= earlier.base.version
  }

  /// What an edit with a problem still wants after a later one of the same photo was taken: the other field of its metadata;
  /// `nil` where that is nothing.
  func left(of later: StoredEdit) -> StoredEdit? {
    guard edit.number < later.edit.number, edit.problem != nil, case .metadata(var change) = edit.change,
      case .metadata(let taken) = later.edit.change
    else { return nil }
    change.yield(to: taken)
    var left = self
    left.edit.change = .metadata(change)
    return change.isEmpty ? nil : left
  }

  /// The entry of the edit in the outbox.
  var entry: Outbox.Entry {
    Outbox.Entry(
      number: edit.number, photo: edit.photo, kind: kind, attempts: edit.attempts, hasProblem: edit.problem != nil,
      waitsFor: upload?.deletion)
  }
}

/// The state of an upload. Bytes and head that are sent under an idempotency key must not change, so they are fixed when
/// the first byte leaves.
struct UploadState: Hashable, Sendable, Codable {
  /// The key by which the service knows an upload that comes again.
  var key: String
  /// The number of the deletion that was made before of a photo with the same picture; `nil` where there is none.
  var deletion: Int64?
  /// `true` from before the first byte is sent.
  var isBegun = false
  /// The newest of the account's photos that the replica knew before the upload was begun; `nil` where it knew none.
  var newestBefore: PhotoID?
  /// The upload in parts; `nil` while the picture has not been begun, and where it goes as a whole.
  var steps: SteppedUpload?
  /// The number of bytes that the service had when it was noted last; `nil` where none was. It is for whoever looks: the
  /// service is asked before the upload goes on.
  var sentByteCount: Int64?

  /// Notes a photo of the account that came before the upload was begun.
  mutating func noteBefore(_ photo: PhotoID) { newestBefore = max(newestBefore ?? photo, photo) }
}

extension PendingEdit.Change {
  var kind: Outbox.Kind {
    switch self {
    case .favourite: .favourite
    case .metadata: .metadata
    case .deletion: .deletion
    case .upload: .upload
    }
  }
}

extension StoredEdit {
  /// - Parameters:
  ///   - readChange: Reads the text of a change; gives `nil` where it is none.
  ///   - readUpload: Reads the text of an upload's state; gives `nil` where it is none.
  private init(
    _ columns: inout Columns, change readChange: (String) -> PendingEdit.Change?,
    upload readUpload: (String) -> UploadState?
  ) throws(SQLiteError) {
    let number: Int64 = try columns.next()
    let photo: PhotoID = try columns.next()
    let text: String = try columns.next()
    guard let change = readChange(text) else { throw SQLiteError(corruptRowIn: "edit \(number)") }
    edit = PendingEdit(
      number: number, photo: photo, change: change, createdAt: try columns.next(), attempts: try columns.next())
    let problem: String? = try columns.next()
    let message: String? = try columns.next()
    edit.problem = problem.map { SyncProblem(name: $0, message: message ?? "") }
    guard let progress: String = try columns.next() else { return }
    upload = readUpload(progress)
    if upload == nil { throw SQLiteError(corruptRowIn: "edit \(number)") }
  }

  private init(_ columns: inout Columns, _ texts: EditTexts) throws(SQLiteError) {
    try self.init(&columns, change: { texts.change($0) }, upload: { texts.upload($0) })
  }

  /// All edits, the oldest first.
  ///
  /// - Parameter known: The texts of all edits as they were when these were read before; those of now take their place.
  static func all(
    in database: Database, _ texts: EditTexts, knowing known: inout EditTexts.OfAll
  ) throws(SQLiteError) -> [StoredEdit] {
    var met = EditTexts.OfAll()
    defer { known = met }
    return try database[.allEdits].all { [known] (columns) throws(SQLiteError) in
      try StoredEdit(
        &columns, change: { met.change($0, known, texts) }, upload: { met.upload($0, known, texts) })
    }
  }

  /// All edits, the oldest first.
  static func all(in database: Database, _ texts: EditTexts) throws(SQLiteError) -> [StoredEdit] {
    try database[.allEdits].all { (columns) throws(SQLiteError) in try StoredEdit(&columns, texts) }
  }

  /// The edits of a photo, the oldest first.
  static func edits(of photo: PhotoID, in database: Database, _ texts: EditTexts) throws(SQLiteError) -> [StoredEdit] {
    try database[.editsOfPhoto].all(photo) { (columns) throws(SQLiteError) in try StoredEdit(&columns, texts) }
  }

  /// The uploads of a picture, the oldest first.
  static func uploads(of digest: Digest, in database: Database, _ texts: EditTexts) throws(SQLiteError) -> [StoredEdit]
  {
    try database[.uploadsOfDigest].all("\(digest)") { (columns) throws(SQLiteError) in try StoredEdit(&columns, texts) }
  }

  /// The number of the last deletion of a photo with a picture, or of one that is still to be uploaded with it; `nil` where none
  /// waits.
  static func deletion(of digest: Digest, in database: Database) throws(SQLiteError) -> Int64? {
    try database[.deletionOfPicture].first("\(digest)", digest) { (columns) throws(SQLiteError) in
      try columns.next(Int64?.self)
    } ?? nil
  }

  /// An edit; `nil` where there is none of that number any more.
  static func read(_ number: Int64, in database: Database, _ texts: EditTexts) throws(SQLiteError) -> StoredEdit? {
    try database[.editByNumber].first(number) { (columns) throws(SQLiteError) in try StoredEdit(&columns, texts) }
  }

  /// Adds an edit, under a number that none has had.
  static func add(
    _ change: PendingEdit.Change, of photo: PhotoID, at time: Timestamp, upload: UploadState? = nil,
    to database: Database
  ) throws -> StoredEdit {
    let text = try JSONText.encode(change)
    let progress = try upload.map { try JSONText.encode($0) }
    let picture: String? = if case .upload(let staged) = change { "\(staged.digest)" } else { nil }
    try database[.addEdit].run(
      photo, change.kind.rawValue, text, time, NullableValue(progress), NullableValue(picture))
    let edit = PendingEdit(number: database.lastRowNumber, photo: photo, change: change, createdAt: time)
    return StoredEdit(edit: edit, upload: upload)
  }

  /// Writes what the edit is by now.
  func update(in database: Database) throws {
    try database[.updateEdit].run(
      edit.number, edit.photo, try JSONText.encode(edit.change), edit.attempts, NullableValue(edit.problem?.name),
      NullableValue(edit.problem?.message), NullableValue(try upload.map { try JSONText.encode($0) }))
  }

  /// Removes an edit.
  static func remove(_ number: Int64, from database: Database) throws(SQLiteError) {
    try database[.removeEdit].run(number)
  }
}

extension SQL {
  fileprivate static let columnsOfEdit = "number, photo, change, created_at, attempts, problem, message, upload"
  fileprivate static let allEdits = SQL("SELECT \(columnsOfEdit) FROM edit ORDER BY number")
  fileprivate static let editsOfPhoto = SQL("SELECT \(columnsOfEdit) FROM edit WHERE photo = ?1 ORDER BY number")
  fileprivate static let uploadsOfDigest = SQL("SELECT \(columnsOfEdit) FROM edit WHERE picture = ?1 ORDER BY number")
  fileprivate static let deletionOfPicture = SQL(
    """
    SELECT max(number) FROM edit WHERE kind = \(Outbox.Kind.deletion.rawValue)
      AND (EXISTS (SELECT 1 FROM photo WHERE photo.id = edit.photo AND photo.digest = ?2 AND photo.is_own = 1)
        OR EXISTS (SELECT 1 FROM edit AS upload WHERE upload.picture = ?1 AND upload.photo = edit.photo))
    """)
  fileprivate static let editByNumber = SQL("SELECT \(columnsOfEdit) FROM edit WHERE number = ?1")
  fileprivate static let addEdit = SQL(
    """
    INSERT INTO edit (photo, kind, change, created_at, attempts, upload, picture)
    VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6)
    """)
  fileprivate static let updateEdit = SQL(
    "UPDATE edit SET photo = ?2, change = ?3, attempts = ?4, problem = ?5, message = ?6, upload = ?7 WHERE number = ?1")
  fileprivate static let removeEdit = SQL("DELETE FROM edit WHERE number = ?1")
}

// MARK: JSON

extension PendingEdit.Change: Codable {
  private enum Member: String, CodingKey {
    case favourite, caption, visibility, base, earlier, wishedWith, deletion, upload
  }

  /// Reads a change from the replica's file.
  ///
  /// - Throws: `DecodingError` where it is none that this version knows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    if let isFavourite = try container.decodeIfPresent(Bool.self, forKey: .favourite) {
      self = .favourite(isFavourite)
    } else if let base = try container.decodeIfPresent(MetadataEdit.Base.self, forKey: .base) {
      var edit = MetadataEdit(
        caption: try container.decodeIfPresent(String.self, forKey: .caption),
        visibility: try container.decodeIfPresent(Visibility.self, forKey: .visibility), base: base)
      edit.earlier = try container.decodeIfPresent([MetadataEdit.EarlierValues].self, forKey: .earlier) ?? []
      edit.upload = try container.decodeIfPresent(Int64.self, forKey: .wishedWith)
      self = .metadata(edit)
    } else if let upload = try container.decodeIfPresent(StagedUpload.self, forKey: .upload) {
      self = .upload(upload)
    } else if try container.decodeIfPresent(Bool.self, forKey: .deletion) == true {
      self = .deletion
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no change that is known"))
    }
  }

  /// Writes a change as the replica's file has it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    switch self {
    case .favourite(let isFavourite): try container.encode(isFavourite, forKey: .favourite)
    case .metadata(let edit):
      try container.encodeIfPresent(edit.caption, forKey: .caption)
      try container.encodeIfPresent(edit.visibility, forKey: .visibility)
      try container.encode(edit.base, forKey: .base)
      if !edit.earlier.isEmpty { try container.encode(edit.earlier, forKey: .earlier) }
      try container.encodeIfPresent(edit.upload, forKey: .wishedWith)
    case .deletion: try container.encode(true, forKey: .deletion)
    case .upload(let upload): try container.encode(upload, forKey: .upload)
    }
  }
}
