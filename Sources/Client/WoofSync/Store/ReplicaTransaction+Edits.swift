// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The change of a transaction to the outbox, for the engine.
struct OutboxChange: Sendable {
  /// The edit that was made or, where it was merged into one that waits, what became of that.
  var edit: PendingEdit?
  var added: [Outbox.Entry] = []
  var removed: [Int64] = []
}

// MARK: Edits of the app

extension ReplicaTransaction {
  /// Adds an edit. Edits that wait and that it replaces go; one that is on its way stays, and what its response settles is
  /// told by its number.
  ///
  /// - Parameter isInFlight: Tells of the number of an edit whether it is on its way.
  /// - Throws: `WoofError` with the code `photo-not-here`; `SQLiteError`, `EncodingError`.
  mutating func edit(
    _ id: PhotoID, _ wish: EditWish, at time: Timestamp, isInFlight: (Int64) -> Bool
  ) throws -> OutboxChange {
    guard let shown = try shown(id) else {
      throw WoofError(photoNotHere: id)
    }
    try touch(id)
    let edits = try StoredEdit.edits(of: id, in: database, texts)
    switch wish {
    case .favourite(let isFavourite):
      return try replace(edits.filter { $0.kind == .favourite }, by: .favourite(isFavourite), id, time, isInFlight)
    case .metadata(let caption, let visibility):
      return try change(shown, caption: caption, visibility: visibility, edits, at: time, isInFlight)
    case .deletion: return try delete(id, edits, at: time, isInFlight)
    }
  }

  private mutating func replace(
    _ edits: [StoredEdit], by change: PendingEdit.Change, _ id: PhotoID, _ time: Timestamp,
    _ isInFlight: (Int64) -> Bool
  ) throws -> OutboxChange {
    let replaced = edits.map(\.edit.number).filter { !isInFlight($0) }
    for number in replaced { try StoredEdit.remove(number, from: database) }
    let added = try StoredEdit.add(change, of: id, at: time, to: database)
    return OutboxChange(edit: added.edit, added: [added.entry], removed: replaced)
  }

  private mutating func change(
    _ shown: ReplicaPhoto, caption: String?, visibility: Visibility?, _ edits: [StoredEdit], at time: Timestamp,
    _ isInFlight: (Int64) -> Bool
  ) throws -> OutboxChange {
    // What waits behind the upload would undo what went into it later.
    let isFirstChange = !edits.contains { $0.kind == .metadata }
    if isFirstChange, var upload = edits.first(where: { $0.kind == .upload }),
      case .upload(var staged) = upload.edit.change,
      upload.upload?.isBegun == false, !isInFlight(upload.edit.number)
    {
      (staged.caption, staged.visibility) = (caption ?? staged.caption, visibility ?? staged.visibility)
      upload.edit.change = .upload(staged)
      try upload.update(in: database)
      return OutboxChange(edit: upload.edit)
    }
    let waiting = edits.filter { $0.kind == .metadata && !isInFlight($0.edit.number) }
    // What waits is based on what the service had.
    let base = MetadataEdit.Base(try StoredPhoto.read(shown.id, in: database)?.metadata ?? shown.metadata)
    var new = MetadataEdit(base: base)
    if case .metadata(let first)? = waiting.first?.edit.change { new = first }
    new.upload = nil
    for case .metadata(let later) in waiting.dropFirst().map(\.edit.change) { new.add(later) }
    new.add(MetadataEdit(caption: caption, visibility: visibility, base: base))
    // An attempt may have come to an end that nobody was told of.
    for case .metadata(let earlier) in edits.map(\.edit.change) { new.follow(earlier) }
    return try replace(waiting, by: .metadata(new), shown.id, time, isInFlight)
  }

  private mutating func delete(
    _ id: PhotoID, _ edits: [StoredEdit], at time: Timestamp, _ isInFlight: (Int64) -> Bool
  ) throws -> OutboxChange {
    let waiting = edits.filter { !isInFlight($0.edit.number) }
    guard let upload = edits.first(where: { $0.kind == .upload }) else {
      return try replace(waiting, by: .deletion, id, time, isInFlight)
    }
    guard !isInFlight(upload.edit.number), isNotThere(upload) else {
      return try replace(waiting.filter { $0.kind != .upload }, by: .deletion, id, time, isInFlight)
    }
    return try discard(edits)
  }

  /// Returns `true` if the service certainly has not taken a picture: nothing was sent but what was refused, or the service
  /// itself has refused the bytes. Where something before the service refuses an attempt, one before that may have arrived.
  private func isNotThere(_ upload: StoredEdit) -> Bool {
    if upload.upload?.isBegun != true { return true }
    return [WoofError.Code.invalidImage, .imageQuarantined].contains { $0.name == upload.edit.problem?.name }
  }

  /// Takes edits out of the outbox, and with an upload its staged picture.
  mutating func discard(_ edits: [StoredEdit]) throws -> OutboxChange {
    for stored in edits {
      try StoredEdit.remove(stored.edit.number, from: database)
      guard case .upload(let staged) = stored.edit.change else { continue }
      discardFile(staged.file)
      guard try StoredPhoto.read(stored.edit.photo, in: database) == nil else { continue }
      try forgetImages(of: stored.edit.photo)
    }
    return OutboxChange(removed: edits.map(\.edit.number))
  }

  /// Discards an edit; with an upload go the other edits of its photo, which will never be, unless the service has the
  /// photo already.
  mutating func discard(_ number: Int64) throws -> OutboxChange {
    guard let stored = try StoredEdit.read(number, in: database, texts) else { return OutboxChange() }
    try touch(stored.edit.photo)
    guard stored.kind == .upload, try StoredPhoto.read(stored.edit.photo, in: database) == nil else {
      let change = try discard([stored])
      try leave(stored.edit.photo)
      return change
    }
    return try discard(try StoredEdit.edits(of: stored.edit.photo, in: database, texts))
  }

  /// Lets an edit with a problem be sent again.
  ///
  /// - Returns: `true` if there was one.
  mutating func retry(_ number: Int64) throws -> Bool {
    guard var stored = try StoredEdit.read(number, in: database, texts), stored.edit.problem != nil else {
      return false
    }
    try touch(stored.edit.photo)
    (stored.edit.problem, stored.edit.attempts) = (nil, 0)
    try stored.update(in: database)
    return true
  }
}

/// A wish of the app for a photo that there is.
enum EditWish: Hashable, Sendable {
  case favourite(Bool)
  case metadata(caption: String?, visibility: Visibility?)
  case deletion
}

// MARK: Responses

extension ReplicaTransaction {
  /// Settles an edit, and those of the same kind that it came after: the photo is as the service says.
  mutating func settle(_ sent: StoredEdit, as photo: PhotoMetadata) throws -> OutboxChange {
    try touch(sent.edit.photo)
    try apply(photo)
    var settled: [Int64] = []
    for other in try StoredEdit.edits(of: sent.edit.photo, in: database, texts) where other.kind == sent.kind {
      guard other.edit.number <= sent.edit.number else {
        if other.isMade(after: sent) { try other.rebased(on: photo).update(in: database) }
        continue
      }
      if let left = other.left(of: sent) {
        try left.update(in: database)
      } else {
        try StoredEdit.remove(other.edit.number, from: database)
        settled.append(other.edit.number)
      }
    }
    try leave(sent.edit.photo)
    return OutboxChange(removed: settled)
  }

  /// Settles an edit of a photo that the service has no longer. Edits that came later learn so by themselves.
  ///
  /// Of an upload, it is the photo that the upload once became; the one that the replica has may be another with the same
  /// bytes, of which the change log tells.
  mutating func settleGone(_ sent: StoredEdit) throws -> OutboxChange {
    guard sent.kind != .upload else { return try discard(sent.edit.number) }
    try touch(sent.edit.photo)
    try remove(sent.edit.photo, version: nil)
    try StoredEdit.remove(sent.edit.number, from: database)
    return OutboxChange(removed: [sent.edit.number])
  }

  /// Takes in what somebody else has made of a photo, and what is left of an edit after that.
  mutating func merge(_ sent: StoredEdit, into current: PhotoMetadata, as merged: MetadataEdit) throws -> OutboxChange {
    try touch(sent.edit.photo)
    try apply(current)
    guard !merged.isEmpty else {
      try StoredEdit.remove(sent.edit.number, from: database)
      try leave(sent.edit.photo)
      return OutboxChange(removed: [sent.edit.number])
    }
    var stored = sent
    stored.edit.change = .metadata(merged)
    try stored.update(in: database)
    return OutboxChange()
  }

  /// Notes the problem of an edit.
  ///
  /// - Returns: The settlement of an upload whose photo the replica has already: what refused it came too late.
  @discardableResult
  mutating func fail(
    _ sent: StoredEdit, with problem: SyncProblem, photoIsGone: Bool
  ) throws -> (change: OutboxChange, photo: PhotoMetadata)? {
    // An upload is as far as it was before the attempt: what was refused has begun nothing.
    var stored = sent
    stored.edit.photo = try photo(of: sent)
    try touch(stored.edit.photo)
    if let settled = try settleRefused(stored) { return settled }
    stored.edit.problem = problem
    stored.edit.attempts += 1
    try stored.update(in: database)
    if photoIsGone { try remove(stored.edit.photo, version: nil) }
    return nil
  }

  /// Notes an attempt, or how far an upload is.
  func note(_ number: Int64, _ change: (inout StoredEdit) -> Void) throws {
    guard var stored = try StoredEdit.read(number, in: database, texts) else { return }
    change(&stored)
    try stored.update(in: database)
  }
}
